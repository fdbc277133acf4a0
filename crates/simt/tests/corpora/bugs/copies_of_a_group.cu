// `cg::memcpy_async` with a barrier of the block where `cg::wait` is meant.
// buffer: in i32[64] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int* in, int* out) {
    auto block = cg::this_thread_block();
    __shared__ int s[64];
    cg::memcpy_async(block, s, in, sizeof(int) * 64);
    block.sync();
    out[block.thread_rank()] = s[63 - block.thread_rank()]; //~ shared-race
}
/*~
error[F0201]: thread (0, 0, 0) reads `s[63]` while an asynchronous copy of thread (63, 0, 0) is under way there: nobody has waited for it
  --> copies_of_a_group.cu:11:5
   |
11 |     cg::memcpy_async(block, s, in, sizeof(int) * 64);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
12 |     block.sync();
13 |     out[block.thread_rank()] = s[63 - block.thread_rank()]; //~ shared-race
   |                                --------------------------- 2. read before it is there
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0)
   = note: it happened 2 times
   = help: wait for its group, the newest: `__pipeline_wait_prior(0)` (`cp.async.wait_group 0`, `cg::wait`), then `__syncthreads()` before another thread uses what it brought
*/
