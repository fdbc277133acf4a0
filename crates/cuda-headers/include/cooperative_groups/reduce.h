// `reduce` over a tile or the threads that are here: every one of them gets the result.
// Next: cooperative_groups.h.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <unsigned int N, class P, class T, class Op>
__device__ T reduce(const thread_block_tile<N, P> &g, T value, Op op) {
    if constexpr (N > 32) {
        thread_block_tile<32> warp;
        return __simt_large_tile<N>::fold(reduce(warp, value, op), op);
    } else {
        for (unsigned int by = N / 2; by > 0; by /= 2) value = op(value, g.shfl_xor(value, by));
        return value;
    }
}
template <class T, class Op> __device__ T reduce(const coalesced_group &g, T value, Op op) {
    unsigned int size = g.size(), rank = g.thread_rank();
    for (unsigned int by = 1; by < size; by *= 2) {
        T other = g.shfl_down(value, by);
        if (rank % (2 * by) == 0 && rank + by < size) value = op(value, other);
    }
    return g.shfl(value, 0);
}
// What an atomic does for an operation.
template <class To, class T> __device__ void __simt_update(To &to, T value, plus<T>) { to.fetch_add(value); }
template <class To, class T> __device__ void __simt_update(To &to, T value, less<T>) { to.fetch_min(value); }
template <class To, class T> __device__ void __simt_update(To &to, T value, greater<T>) { to.fetch_max(value); }
template <class To, class T> __device__ void __simt_update(To &to, T value, bit_and<T>) { to.fetch_and(value); }
template <class To, class T> __device__ void __simt_update(To &to, T value, bit_or<T>) { to.fetch_or(value); }
template <class To, class T> __device__ void __simt_update(To &to, T value, bit_xor<T>) { to.fetch_xor(value); }
template <class Group, class To, class T, class Op>
__device__ void reduce_update_async(const Group &g, To &to, T value, Op op) {
    T all = reduce(g, value, op);
    if (g.thread_rank() == 0) __simt_update(to, all, op);
}
template <class Group, class To, class T, class Op>
__device__ void reduce_store_async(const Group &g, To *to, T value, Op op) {
    T all = reduce(g, value, op);
    if (g.thread_rank() == 0) *to = all;
}

}  // namespace cooperative_groups
