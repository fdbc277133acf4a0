// A flag by `cuda::atomic_ref`, released and acquired.
// buffer: data i32[1] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<2, 1>>>(data, flag, out)
// expect: out = 5
#include <cuda/atomic>
__global__ void k(int* data, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        *data = 5;
        f.store(1, cuda::memory_order_release);
    } else {
        while (f.load(cuda::memory_order_acquire) == 0) {}
        out[0] = *data;
    }
}
