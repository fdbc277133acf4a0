// A histogram of all blocks by `cuda::atomic_ref` of block scope.
// buffer: bins i32[4] = 0
// launch: k<<<2, 32>>>(bins)
#include <cuda/atomic>
__global__ void k(int* bins) {
    cuda::atomic_ref<int, cuda::thread_scope_block> bin(bins[threadIdx.x % 4]);
    bin.fetch_add(1, cuda::memory_order_relaxed); //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `bins[0]`: thread (0, 0, 0) of block (0, 0, 0) changed it by an atomic of block scope, thread (0, 0, 0) of block (1, 0, 0) changed it by an atomic of block scope
 --> global_atomic_ref_of_block_scope.cu:7:5
  |
7 |     bin.fetch_add(1, cuda::memory_order_relaxed); //~ global-race
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. changed it by an atomic of block scope
  |     -------------------------------------------- 2. changed it by an atomic of block scope
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 32 times
  = help: an atomic of block scope (`_block`, `.cta`, `cuda::thread_scope_block`) is one only to the threads of its block: where several blocks meet, use one of the device's scope, such as `atomicAdd`
*/
