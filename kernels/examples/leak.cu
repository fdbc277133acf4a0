// GPU memory: a way out of a function that forgets what it took.
//
// `course run kernels/examples/leak.cu`

#include <cstdio>

__global__ void fill(float* x, float v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = v;
    }
}

//@anchor leak
bool serve(int tokens) {
    float* scratch;
    cudaMalloc(&scratch, tokens * 1024 * sizeof(float));
    if (tokens > 6) {
        return false;  // refused: too long
    }
    fill<<<tokens * 4, 256>>>(scratch, 1.0f, tokens * 1024);
    cudaFree(scratch);
    return true;
}
//@endanchor leak

int main() {
    int served = 0;
    for (int request = 1; request <= 8; request++) {
        served += serve(request);
    }
    cudaDeviceSynchronize();
    printf("%d of 8 served\n", served);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> 6 of 8 served
//~ never freed: `scratch` made on line 17, 2 times, 61440 bytes
