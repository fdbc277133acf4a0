// A relaxed flag between two fences of `cuda::atomic_thread_fence`; and `wait` and `notify_all`, which release and acquire.
// buffer: data i32[2] = 0
// buffer: flag i32[2] = 0
// buffer: out i32[2] = 0
// launch: k<<<2, 32>>>(data, flag, out)
// expect: out = 9; 7
#include <cuda/atomic>
__global__ void k(int* data, int* flag, int* out) {
    if (threadIdx.x) return;
    cuda::atomic_ref<int, cuda::thread_scope_device> relaxed(flag[0]), ordered(flag[1]);
    if (blockIdx.x == 0) {
        data[0] = 9;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        relaxed.store(1, cuda::memory_order_relaxed);
        data[1] = 7;
        ordered.store(1);
        ordered.notify_all();
    } else {
        while (relaxed.load(cuda::memory_order_relaxed) == 0) {}
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        out[0] = data[0];
        ordered.wait(0);
        out[1] = data[1];
    }
}
