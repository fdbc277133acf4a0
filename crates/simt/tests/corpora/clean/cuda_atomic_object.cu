// A flag and a counter that are `cuda::atomic` objects in shared memory, waited for, and a lock of `cuda::std::atomic_flag`.
// buffer: out i32[3] = 0
// launch: k<<<2, 64>>>(out)
// expect: out = 128; 64; 5
#include <cuda/atomic>
__device__ cuda::std::atomic_flag lock;
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(int* out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> arrived, ready;
    __shared__ int data;
    int t = threadIdx.x;
    if (t == 0) {
        arrived.store(0, cuda::memory_order_relaxed);
        ready = 0;
    }
    __syncthreads();
    arrived.fetch_add(1, cuda::memory_order_relaxed);
    if (t == 40) {
        data = 5;
        ready.store(1, cuda::memory_order_release);
        ready.notify_all();
    }
    if (t == 3) {
        ready.wait(0, cuda::memory_order_acquire);
        while (lock.test_and_set(cuda::memory_order_acquire)) {}
        out[2] = data;
        lock.clear(cuda::memory_order_release);
    }
    __syncthreads();
    if (t == 0) {
        while (lock.test_and_set(cuda::memory_order_acquire)) {}
        out[0] += arrived;
        out[1] = arrived.load();
        lock.clear(cuda::memory_order_release);
    }
}
