// Lesson 7: a shuffle that names lanes which never come.
//
// `course run kernels/examples/partial-mask.cu`

#include <cstdio>

//@anchor partial
// One warp, n at most 32.
__global__ void sum(const float* x, float* out, int n) {
    int lane = threadIdx.x;
    if (lane < n) {
        float v = x[lane];
        for (int distance = 16; distance > 0; distance /= 2) {
            v += __shfl_down_sync(0xffffffff, v, distance);
        }
        if (lane == 0) {
            *out = v;
        }
    }
}
//@endanchor partial

//@anchor whole
__global__ void sum_whole(const float* x, float* out, int n) {
    int lane = threadIdx.x;
    float v = lane < n ? x[lane] : 0.0f;  // every lane comes, some with a zero
    for (int distance = 16; distance > 0; distance /= 2) {
        v += __shfl_down_sync(0xffffffff, v, distance);
    }
    if (lane == 0) {
        *out = v;
    }
}
//@endanchor whole

int main() {
    const int n = 20;
    float *x, *out;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&out, sizeof(float));
    for (int i = 0; i < n; i++) {
        x[i] = 1.0f;
    }
    sum_whole<<<1, 32>>>(x, out, n);
    cudaDeviceSynchronize();
    printf("all lanes: %g\n", *out);
    sum<<<1, 32>>>(x, out, n);
    printf("some lanes: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(x);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> all lanes: 20
//> some lanes: cudaSuccess
//~ error[F0401]: the mask names lane 20, which does not reach this instruction with the others
