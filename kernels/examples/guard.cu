// Lesson 1: what a guard that is wrong by one does, at a size of your choice.
//
// `course run kernels/examples/guard.cu -- 1000`

#include <cstdio>
#include <cstdlib>

//@anchor off-by-one
__global__ void fill(int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {  // one too many
        out[i] = i;
    }
}
//@endanchor off-by-one

int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;

    int* out;
    cudaMalloc(&out, n * sizeof(int));
    fill<<<blocks, threads>>>(out, n);
    cudaDeviceSynchronize();
    printf("n = %d: %d blocks, %d threads, %d surplus\n", n, blocks, blocks * threads, blocks * threads - n);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run -- 1000
//> n = 1000: 4 blocks, 1024 threads, 24 surplus
//~ error[F0101]: out-of-bounds global write of 4 bytes: `out` has 1000 elements; index 1000 is 1 past the end
//$ run -- 1024
//> n = 1024: 4 blocks, 1024 threads, 0 surplus
//$ run -- 1025
//> n = 1025: 5 blocks, 1280 threads, 255 surplus
//~ error[F0101]
