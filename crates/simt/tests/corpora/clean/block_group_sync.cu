// The block's group waits as `__syncthreads` does.
// buffer: out i32[96] = 0
// launch: k<<<1, 96>>>(out)
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
    __shared__ int s[96];
    cg::thread_block block = cg::this_thread_block();
    s[block.thread_rank()] = 1;
    block.sync();
    out[block.thread_rank()] = s[95 - block.thread_rank()];
}
