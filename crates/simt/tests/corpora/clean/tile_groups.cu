// Tiles of cooperative groups work apart.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
    __shared__ int s[64];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int first = threadIdx.x / 8 * 8, r = tile.thread_rank();
    s[first + r] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = s[first + 7 - r];
    tile.sync();
    s[first + r] = 0;
}
