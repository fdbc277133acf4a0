// Thrust's algorithms that choose: some elements of a row, in their order.
// The rule: a flag for each element, worked out on its side; then where each goes; then it goes there.
// Next: simt/thrust_calls.h.
#pragma once
#include <simt/thrust_algorithms.h>

namespace thrust {

template <class C, class F> struct __simt_flagger {
    C row;
    int *flags;
    F f;
    bool wanted;
    __host__ __device__ void operator()(size_t i) { flags[i] = (bool)f(row[i]) == wanted; }
};
template <class C, class Same> struct __simt_begins {
    C row;
    int *flags;
    Same same;
    __host__ __device__ void operator()(size_t i) { flags[i] = i == 0 || !same(row[i - 1], row[i]); }
};
template <class C, class D> struct __simt_mover {
    C from;
    D to;
    const int *flags;
    const long *at;
    __host__ __device__ void operator()(size_t i) const {
        if (flags[i]) to[at[i]] = from[i];
    }
};
// Moves what is flagged to the front of a row; how many.
template <class P, class C, class D> long __simt_pack(P p, C from, D to, size_t n, const int *flags, bool overlaps) {
    typedef __simt_value<C> T;
    if (n == 0) return 0;
    __simt_room<P, long> at(n);
    __simt_scan_row(p, flags, at.place, n, 0L, plus<long>(), true, true);
    __simt_wait<P>();
    long kept = at.place[n - 1] + flags[n - 1];
    if (overlaps) {
        __simt_room<P, T> room(n);
        __simt_for<P>(n, __simt_mover<C, T *>{from, room.place, flags, at.place});
        __simt_for<P>(kept, __simt_copier<T *, D>{room.place, to});
        __simt_wait<P>();
    } else {
        __simt_for<P>(n, __simt_mover<C, D>{from, to, flags, at.place});
        __simt_wait<P>();
    }
    return kept;
}
template <class P, class C, class S, class D, class F>
long __simt_choose(P p, C from, S asked, D to, size_t n, F f, bool wanted, bool overlaps) {
    __simt_room<P, int> flags(n);
    __simt_for<P>(n, __simt_flagger<S, F>{asked, flags.place, f, wanted});
    return __simt_pack(p, from, to, n, flags.place, overlaps);
}
template <class P, class C, class F> long __simt_split(P p, C row, size_t n, F f) {
    typedef __simt_value<C> T;
    __simt_room<P, T> rest(n);
    long others = __simt_choose(p, row, row, rest.place, n, f, false, false);
    long kept = __simt_choose(p, row, row, row, n, f, true, true);
    __simt_for<P>(others, __simt_copier<T *, decltype(row + kept)>{rest.place, row + kept});
    __simt_wait<P>();
    return kept;
}

// ---- runs of equal keys ----
template <class C, class D, class K, class V, class Op> struct __simt_run_sum {
    C keys;
    D values;
    K keys_to;
    V values_to;
    const long *starts;
    long runs;
    size_t n;
    Op op;
    __host__ __device__ void operator()(size_t r) {
        size_t from = starts[r], end = (long)r + 1 < runs ? starts[r + 1] : n;
        keys_to[r] = keys[from];
        auto sum = values[from];
        typename cub::__simt_value_of<D>::type total = sum;
        for (size_t i = from + 1; i < end; i++) total = op(total, values[i]);
        values_to[r] = total;
    }
};
template <class P, class C, class D, class K, class V, class Same, class Op>
long __simt_reduce_runs(P p, C keys, D values, size_t n, K keys_to, V values_to, Same same, Op op) {
    __simt_room<P, int> flags(n);
    __simt_room<P, long> starts(n);
    __simt_for<P>(n, __simt_begins<C, Same>{keys, flags.place, same});
    long runs = __simt_pack(p, __simt_first(), starts.place, n, flags.place, false);
    __simt_for<P>(runs, __simt_run_sum<C, D, K, V, Op>{keys, values, keys_to, values_to, starts.place, runs, n, op});
    __simt_wait<P>();
    return runs;
}

}  // namespace thrust
