// Lesson 8: how many blocks of 256 threads and 40 KiB of shared memory are resident on a multiprocessor.
//
// `course profile kernels/examples/resident.cu --device h100`

#include <cstdio>

//@anchor resident
__global__ void turn(const float* x, float* y) {
    __shared__ float piece[10240];  // 40 KiB
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = threadIdx.x; k < 10240; k += blockDim.x) {
        piece[k] = x[k];
    }
    __syncthreads();
    y[i] = piece[i % 10240];
}
//@endanchor resident

int main() {
    const int blocks = 800;
    float *x, *y;
    cudaMalloc(&x, 10240 * sizeof(float));
    cudaMalloc(&y, blocks * 256 * sizeof(float));
    cudaMemset(x, 0, 10240 * sizeof(float));
    turn<<<blocks, 256>>>(x, y);
    cudaDeviceSynchronize();
    printf("run `course profile` on this file: see Occupancy\n");
    cudaFree(x);
    cudaFree(y);
}

// What it says (tests/examples.rs holds it to that):
//$ profile --device h100
//~ theoretical occupancy 62.5 %: 40 of 64 warps
//~ limited by shared memory
//~ waves 1.21
//$ profile --device a100
//~ theoretical occupancy 50.0 %: 32 of 64 warps
//~ waves 1.85
//$ profile --device 4090
//~ theoretical occupancy 33.3 %: 16 of 48 warps
