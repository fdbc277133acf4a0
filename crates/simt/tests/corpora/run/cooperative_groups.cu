// buffer: in i32[64] = (i * 7) % 64
// buffer: out i32[64] = 0
// buffer: sums i32[16] = 0
// launch: ranks<<<1, 64>>>(out)
// launch: reductions<<<1, 64>>>(in, sums)
// expect: out[i] = (i % 8) * 1000 + (i / 8) * 10 + 2 + (i % 32) * 100000
// expect: sums = 976; 1040; 63; 0; 28; 10; 120; 16; 8; 3; 2016; 15; 64; 0; 0; 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
using namespace cooperative_groups;
__device__ int add_up(thread_group g, int* room, int value) {
    int rank = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        room[rank] = value;
        g.sync();
        if (rank < i) value += room[rank + i];
        g.sync();
    }
    return value;
}
__global__ void ranks(int* out) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    auto warp = cg::tiled_partition<32>(block);
    out[block.thread_rank()] = tile.thread_rank() * 1000 + tile.meta_group_rank() * 10 + warp.meta_group_size() +
                               warp.shfl_xor(31 - warp.thread_rank(), 0) * 0 + warp.thread_rank() * 100000;
}
__global__ void reductions(const int* in, int* sums) {
    __shared__ int room[64];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int rank = block.thread_rank(), value = in[rank];
    int sum = cg::reduce(warp, value, cg::plus<int>());
    int most = reduce(warp, value, cg::greater<int>());
    int least = cg::reduce(warp, value, cg::less<int>());
    if (warp.thread_rank() == 0) atomicAdd(&sums[warp.meta_group_rank()], sum);
    atomicMax(&sums[2], most);
    atomicMin(&sums[3], least);
    auto four = cg::tiled_partition<4>(warp);
    int part = cg::reduce(four, rank, cg::plus<int>());
    if (rank == 8) sums[4] = part - 10;
    int none = cg::exclusive_scan(cg::tiled_partition<4>(block), 0);
    if (rank == 4) sums[5] = none + 10;
    int before = cg::exclusive_scan(warp, rank % 32);
    if (rank == 16) sums[6] = before;
    if (rank % 2 == 1) {
        auto odd = cg::coalesced_threads();
        int n = cg::reduce(odd, 1, cg::plus<int>());
        if (odd.thread_rank() == 0 && rank < 32) sums[7] = n;
        int fourth = odd.shfl(rank, 3);
        unsigned int low = odd.ballot(rank < 7);
        if (fourth == 7 && rank == 1) sums[9] = __popc(low);
    }
    auto halves = cg::binary_partition(warp, rank % 4 == 0);
    if (rank == 0) sums[8] = halves.size();
    int all = add_up(block, room, rank);
    if (rank == 0) sums[10] = all;
    auto same = cg::labeled_partition(warp, rank % 2);
    int label = cg::reduce(same, rank % 32 == 31 ? 15 : 0, cg::plus<int>());
    if (rank == 1) sums[11] = label;
    cg::sync(block);
    if (rank == 0) sums[12] = block.size();
}
