// `reduce` over a tile or the threads that are here: every one of them gets the result.
// Next: cooperative_groups.h.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <unsigned int N, class P, class T, class Op>
__device__ T reduce(const thread_block_tile<N, P> &g, T value, Op op) {
    for (unsigned int by = N / 2; by > 0; by /= 2) value = op(value, g.shfl_xor(value, by));
    return value;
}
template <class T, class Op> __device__ T reduce(const coalesced_group &g, T value, Op op) {
    unsigned int size = g.size(), rank = g.thread_rank();
    for (unsigned int by = 1; by < size; by *= 2) {
        T other = g.shfl_down(value, by);
        if (rank % (2 * by) == 0 && rank + by < size) value = op(value, other);
    }
    return g.shfl(value, 0);
}
template <class Group, class To, class T, class Op>
__device__ void reduce_update_async(const Group &g, To &to, T value, Op op) {
    T all = reduce(g, value, op);
    if (g.thread_rank() == 0) to.fetch_add(all);
}
template <class Group, class To, class T, class Op>
__device__ void reduce_store_async(const Group &g, To *to, T value, Op op) {
    T all = reduce(g, value, op);
    if (g.thread_rank() == 0) *to = all;
}

}  // namespace cooperative_groups
