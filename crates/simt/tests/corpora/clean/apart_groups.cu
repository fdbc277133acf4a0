// Cooperative groups: a warp's tile and a coalesced group synchronise in both sides of a branch.
// buffer: out i32[32] = 0
// buffer: sums i32[32] = 0
// launch: k<<<1, 32>>>(out, sums)
// expect: out[i] = i < 8 ? 24 + i : i < 24 ? 0 : i - 24
// expect: sums[i] = i / 8 * 64 + 28
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* out, int* sums) {
    __shared__ int s[32];
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(warp);
    int t = threadIdx.x;
    if (t < 8) {
        s[t] = t;
        warp.sync();
        out[t] = s[24 + t];
    } else {
        s[t] = t;
        warp.sync();
        if (t >= 24) {
            cg::coalesced_group some = cg::coalesced_threads();
            some.sync();
            out[t] = s[some.thread_rank()];
        }
    }
    int v = t;
    if (t % 8 < 4) {
        for (int d = 4; d > 0; d /= 2) v += tile.shfl_xor(v, d);
    } else {
        int w = v;
        for (int d = 4; d > 0; d /= 2) w += tile.shfl_xor(w, d);
        v = w;
    }
    sums[t] = v;
}
