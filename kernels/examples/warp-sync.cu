// Lesson 6: lanes of one warp that exchange through shared memory, with and without a barrier of the warp.
//
// `course run kernels/examples/warp-sync.cu`
// `course run -D NO_SYNC kernels/examples/warp-sync.cu`

#include <cstdio>

#ifdef NO_SYNC
#define __syncwarp()  // left out
#endif

//@anchor warp-sync
__global__ void sum(const float* x, float* out) {  // one warp
    __shared__ float part[32];
    int lane = threadIdx.x;
    part[lane] = x[lane];
    for (int half = 16; half > 0; half /= 2) {
        __syncwarp();
        if (lane < half) {
            part[lane] += part[lane + half];
        }
    }
    __syncwarp();
    if (lane == 0) {
        *out = part[0];
    }
}
//@endanchor warp-sync

int main() {
    float *x, *out;
    cudaMallocManaged(&x, 32 * sizeof(float));
    cudaMallocManaged(&out, sizeof(float));
    for (int i = 0; i < 32; i++) {
        x[i] = i;
    }
    sum<<<1, 32>>>(x, out);
    cudaDeviceSynchronize();
    printf("sum: %g\n", *out);
    cudaFree(x);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> sum: 496
//$ run -D NO_SYNC
//> sum: 496
//~ warning[F0204]: nothing orders two accesses to `part[16]`
