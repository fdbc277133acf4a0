// A block walks through tiles. With one buffer it waits for each tile and then computes; with two, the next tile is on its
// way while it computes.
//   course run kernels/examples/double-buffer.cu
//   course profile kernels/examples/double-buffer.cu      compare `moved`, shared memory and the barriers
#include <cstdio>
#include <cuda_pipeline.h>
#include <vector>

const int T = 256, TILES = 32, BLOCKS = 8;

//@anchor one
// One buffer: two barriers a tile, and while it fills nobody computes.
__global__ void one_buffer(const float* x, float* y) {
    __shared__ float tile[T];
    int t = threadIdx.x;
    const float* from = x + blockIdx.x * TILES * T;
    float sum = 0.0f;
    for (int k = 0; k < TILES; k++) {
        tile[t] = from[k * T + t];  // into a register, then into the tile
        __syncthreads();
        sum += tile[t] * tile[T - 1 - t];
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}
//@endanchor one

//@anchor two
// Two buffers: a copy goes straight into the one that nobody reads.
__global__ void two_buffers(const float* x, float* y) {
    __shared__ float tile[2][T];
    int t = threadIdx.x;
    const float* from = x + blockIdx.x * TILES * T;
    __pipeline_memcpy_async(&tile[0][t], &from[t], 4);
    __pipeline_commit();
    float sum = 0.0f;
    for (int k = 0; k < TILES; k++) {
        __pipeline_wait_prior(0);  // my copies are there
        __syncthreads();           // everybody's are, and tile k - 1 is read
        if (k + 1 < TILES) {
            float* into = &tile[(k + 1) % 2][t];
            __pipeline_memcpy_async(into, &from[(k + 1) * T + t], 4);
            __pipeline_commit();
        }
        sum += tile[k % 2][t] * tile[k % 2][T - 1 - t];
    }
    y[blockIdx.x * T + t] = sum;
}
//@endanchor two

int main() {
    const int n = BLOCKS * TILES * T;
    std::vector<float> x(n), one(BLOCKS * T), two(BLOCKS * T);
    for (int i = 0; i < n; i++) x[i] = i % 7 - 3;
    float *on_device, *y;
    cudaMalloc(&on_device, n * sizeof(float));
    cudaMalloc(&y, BLOCKS * T * sizeof(float));
    cudaMemcpy(on_device, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    one_buffer<<<BLOCKS, T>>>(on_device, y);
    cudaMemcpy(one.data(), y, one.size() * sizeof(float), cudaMemcpyDeviceToHost);
    two_buffers<<<BLOCKS, T>>>(on_device, y);
    cudaMemcpy(two.data(), y, two.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int differ = 0;
    for (size_t i = 0; i < one.size(); i++) differ += one[i] != two[i];
    printf("%d blocks, %d tiles of %d numbers each\n", BLOCKS, TILES, T);
    printf("y[0] = %g with one buffer, %g with two; %d of %zu sums differ\n", one[0], two[0], differ, one.size());
    cudaFree(on_device);
    cudaFree(y);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> 8 blocks, 32 tiles of 256 numbers each
//> y[0] = -65 with one buffer, -65 with two; 0 of 2048 sums differ
//$ profile --device a100
//~ barriers, a block each 512
//~ barriers, a block each 256
//~ shared memory a block 1 KiB
//~ shared memory a block 2 KiB
//~ stores: requests 2,048
