// `inclusive_scan` and `exclusive_scan` over a tile or the threads that are here, in order of rank.
// Next: cooperative_groups.h.
#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {

template <class Group, class T, class Op> __device__ T inclusive_scan(const Group &g, T value, Op op) {
    for (unsigned int by = 1; by < g.size(); by *= 2) {
        T before = g.shfl_up(value, by);
        if (g.thread_rank() >= by) value = op(before, value);
    }
    return value;
}
template <class Group, class T> __device__ T inclusive_scan(const Group &g, T value) {
    return inclusive_scan(g, value, plus<T>());
}
template <class Group, class T, class Op> __device__ T exclusive_scan(const Group &g, T value, Op op) {
    T before = g.shfl_up(inclusive_scan(g, value, op), 1);
    return g.thread_rank() == 0 ? T(0) : before;
}
template <class Group, class T> __device__ T exclusive_scan(const Group &g, T value) {
    return exclusive_scan(g, value, plus<T>());
}

}  // namespace cooperative_groups
