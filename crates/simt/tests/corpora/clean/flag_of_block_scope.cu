// A flag in global memory between two warps of each block: released and acquired with block scope; a lock of block scope after it.
// buffer: data i32[2] = 0
// buffer: flag i32[2] = 0
// buffer: lock i32[2] = 0
// buffer: out i32[2] = 0
// launch: k<<<2, 64>>>(data, flag, lock, out)
// expect: out[i] = 7 + i
#include <cuda/atomic>
__global__ void k(int* data, int* flag, int* lock, int* out) {
    int b = blockIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_block> f(flag[b]);
    if (threadIdx.x == 0) {
        data[b] = 7;
        f.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 32) {
        while (f.load(cuda::memory_order_acquire) == 0) {}
        out[b] = data[b];
    }
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS_block(&lock[b], 0, 1) != 0) {}
        __threadfence_block();
        if (threadIdx.x == 32 && b == 1) data[b] = data[b] + 1;
        __threadfence_block();
        atomicExch_block(&lock[b], 0);
    }
    __syncthreads();
    if (threadIdx.x == 0) out[b] = data[b];
}
