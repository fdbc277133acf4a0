// Lesson 4: a barrier that some threads of the block never reach.
//
// `course run kernels/examples/guarded-barrier.cu`

#include <cstdio>

//@anchor guarded
__global__ void reverse(const float* in, float* out, int n) {
    __shared__ float piece[256];
    int i = threadIdx.x;
    if (i < n) {
        piece[i] = in[i];
        __syncthreads();
        out[i] = piece[n - 1 - i];
    }
}
//@endanchor guarded

int main() {
    const int n = 200;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++) {
        in[i] = i;
    }
    reverse<<<1, 256>>>(in, out, n);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> cudaSuccess
//~ error[F0301]: 8 of the warp's 32 threads are at this barrier; the others took another way
