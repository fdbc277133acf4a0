// The flag is released, but the reader's load of it is relaxed and no fence follows.
// buffer: data i32[1] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<2, 1>>>(data, flag, out)
#include <cuda/atomic>
__global__ void k(int* data, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    if (blockIdx.x == 0) {
        *data = 5;
        f.store(1, cuda::memory_order_release);
    } else {
        while (f.load(cuda::memory_order_relaxed) == 0) {}
        out[0] = *data; //~ global-race
    }
}
/*~
error[F0203]: nothing orders two accesses to `data[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 5, thread (0, 0, 0) of block (1, 0, 0) read 5
  --> global_flag_read_relaxed.cu:10:9
   |
10 |         *data = 5;
   |         ^^^^^ 1. wrote 5
...
14 |         out[0] = *data; //~ global-race
   |                  ----- 2. read 5
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (1, 0, 0)
   = help: that a flag was read does not order what is read after it: put `__threadfence()` between the two (`__threadfence_block()` within a block), or read the flag by a load that acquires
*/
