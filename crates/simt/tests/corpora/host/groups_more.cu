/* expect
0
63 126 0 700 5 68 24
*/
// A block's barrier in two steps, results of a tile by the atomic of the operation, and what one thread of a tile does for all.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cstdio>
#include <utility>
namespace cg = cooperative_groups;
__global__ void k(int *out, int *least) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    __shared__ int seen[64];
    seen[threadIdx.x] = threadIdx.x;
    auto token = block.barrier_arrive();
    int own = threadIdx.x * 2;
    block.barrier_wait(std::move(token));
    out[threadIdx.x] = seen[63 - threadIdx.x] + own;
    cuda::atomic_ref<int, cuda::thread_scope_block> low(least[0]), high(least[1]);
    cg::reduce_update_async(tile, low, (int)threadIdx.x + 5, cg::less<int>());
    cg::reduce_update_async(tile, high, (int)threadIdx.x + 5, cg::greater<int>());
    int told = cg::invoke_one_broadcast(tile, [&] { return 100 * (int)tile.meta_group_rank(); });
    out[64 + threadIdx.x] = told;
    cg::invoke_one(tile, [&](int by) { atomicAdd(least + 2, by); }, 3);
}
int main() {
    int *out, *least;
    cudaMallocManaged(&out, 512);
    cudaMallocManaged(&least, 12);
    least[0] = 1000;
    least[1] = least[2] = 0;
    k<<<1, 64>>>(out, least);
    printf("%d\n", cudaDeviceSynchronize());
    printf("%d %d %d %d %d %d %d\n", out[0], out[63], out[64 + 7], out[64 + 63], least[0], least[1], least[2]);
}
