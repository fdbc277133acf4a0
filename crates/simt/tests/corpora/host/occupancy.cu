// What fits on a multiprocessor, by each limit. An A100 has 64 warps, 32 blocks and 164 KiB of shared memory, of which the
// driver keeps 1 KiB a block.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void none() {}
__global__ void tile(float *x) {
    __shared__ float s[12 * 1024];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main() {
    int blocks = 0;
    for (int threads : {32, 256, 512, 1024, 1025}) {
        cudaError_t said = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, none, threads, 0);
        printf("%d threads: %d blocks, error %d\n", threads, blocks, (int)said);
    }
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, none, 256, 40 * 1024);
    printf("40 KiB dynamic: %d\n", blocks);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tile, 256, 0);
    printf("48 KiB static: %d\n", blocks);
}
/* expect
32 threads: 32 blocks, error 0
256 threads: 8 blocks, error 0
512 threads: 4 blocks, error 0
1024 threads: 2 blocks, error 0
1025 threads: 0 blocks, error 0
40 KiB dynamic: 4
48 KiB static: 3
*/
