// Lesson 4: a scratchpad with a barrier, and the same without.
//
// `course run kernels/examples/reverse.cu`
// `course run -D NO_BARRIER kernels/examples/reverse.cu`

#include <cstdio>

__global__ void reverse(const float* in, float* out) {
    __shared__ float piece[256];
    int i = blockIdx.x * 256 + threadIdx.x;

    piece[threadIdx.x] = in[i];
#ifndef NO_BARRIER
    __syncthreads();
#endif
    out[i] = piece[255 - threadIdx.x];
}

int main() {
    const int n = 1024;
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++) {
        in[i] = i;
    }
    reverse<<<n / 256, 256>>>(in, out);
    cudaDeviceSynchronize();

    int wrong = 0;
    for (int i = 0; i < n; i++) {
        wrong += out[i] != in[i / 256 * 256 + 255 - i % 256];
    }
    printf("%d of %d elements are wrong\n", wrong, n);
    cudaFree(in);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> 0 of 1024 elements are wrong
//$ run -D NO_BARRIER
//> 0 of 1024 elements are wrong
//~ error[F0201]: nothing orders two accesses to `piece[255]`
