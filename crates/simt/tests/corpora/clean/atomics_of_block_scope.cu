// Atomics of block scope where each block has its own: bins in global memory, summed by a second round of the device's atomics after the
// grid's barrier; and a flag of block scope between the warps of one block.
// buffer: bins i32[12] = 0
// buffer: total i32[4] = 0
// buffer: sums i32[3] = 0
// launch: k<<<3, 64>>>(bins, total, sums)
// expect: bins[i] = 16
// expect: total[i] = 48
// expect: sums[i] = 2016
#include <cooperative_groups.h>
#include <cuda/atomic>
__global__ void k(int* bins, int* total, int* sums) {
    int* mine = bins + 4 * blockIdx.x;
    if (threadIdx.x % 2) atomicAdd_block(&mine[threadIdx.x % 4], 1);
    else cuda::atomic_ref<int, cuda::thread_scope_block>(mine[threadIdx.x % 4]).fetch_add(1, cuda::memory_order_relaxed);
    __shared__ int part;
    if (threadIdx.x == 0) part = 0;
    __syncthreads();
    atomicAdd_block(&part, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = part;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x < 12) atomicAdd_block(&total[threadIdx.x % 4], bins[threadIdx.x]);
}
