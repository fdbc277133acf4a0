// Thrust's algorithms that leave their input as it is and write what they choose elsewhere, and those that ask a second row.
// Next: simt/thrust_calls.h, which puts names to them.
#pragma once
#include <simt/thrust_select.h>

namespace thrust {

template <class T> __host__ __device__ T min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> __host__ __device__ T max(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class L> __host__ __device__ T min(const T &a, const T &b, L less) { return less(b, a) ? b : a; }
template <class T, class L> __host__ __device__ T max(const T &a, const T &b, L less) { return less(a, b) ? b : a; }

template <class P, class It, class O, class F> O __do_remove_copy_if(P p, It a, It b, O to, F f) {
    auto row = __simt_raw(a);
    return to + __simt_choose(p, row, row, __simt_raw(to), b - a, f, false, false);
}
template <class P, class It, class S, class O, class F> O __do_remove_copy_if(P p, It a, It b, S asked, O to, F f) {
    return to + __simt_choose(p, __simt_raw(a), __simt_raw(asked), __simt_raw(to), b - a, f, false, false);
}
template <class P, class It, class O, class V> O __do_remove_copy(P p, It a, It b, O to, V v) {
    return __do_remove_copy_if(p, a, b, to, __simt_equals<V>{v});
}
template <class P, class It, class O, class R, class F> pair<O, R> __do_partition_copy(P p, It a, It b, O to, R rest, F f) {
    auto row = __simt_raw(a);
    long kept = __simt_choose(p, row, row, __simt_raw(to), b - a, f, true, false);
    __simt_choose(p, row, row, __simt_raw(rest), b - a, f, false, false);
    return pair<O, R>(to + kept, rest + ((b - a) - kept));
}
template <class P, class It, class O, class R, class F> pair<O, R> __do_stable_partition_copy(P p, It a, It b, O to, R rest, F f) {
    return __do_partition_copy(p, a, b, to, rest, f);
}
template <class P, class It, class O, class S> O __do_unique_copy(P p, It a, It b, O to, S same) {
    auto row = __simt_raw(a);
    size_t n = b - a;
    __simt_room<P, int> flags(n);
    __simt_for<P>(n, __simt_begins<decltype(row), S>{row, flags.place, same});
    return to + __simt_pack(p, row, __simt_raw(to), n, flags.place, false);
}
template <class P, class It, class O> O __do_unique_copy(P p, It a, It b, O to) {
    return __do_unique_copy(p, a, b, to, equal_to<__simt_value<It>>());
}
template <class P, class It, class V, class S> pair<It, V> __do_unique_by_key(P p, It a, It b, V values, S same) {
    auto row = __simt_raw(a);
    auto with = __simt_raw(values);
    size_t n = b - a;
    __simt_room<P, int> flags(n);
    __simt_for<P>(n, __simt_begins<decltype(row), S>{row, flags.place, same});
    long kept = __simt_pack(p, with, with, n, flags.place, true);
    __simt_pack(p, row, row, n, flags.place, true);
    return pair<It, V>(a + kept, values + kept);
}
template <class P, class It, class V> pair<It, V> __do_unique_by_key(P p, It a, It b, V values) {
    return __do_unique_by_key(p, a, b, values, equal_to<__simt_value<It>>());
}
template <class P, class It, class O> O __do_reverse_copy(P p, It a, It b, O to) {
    auto row = __simt_raw(a);
    auto back = make_permutation_iterator(row + (b - a), make_transform_iterator(counting_iterator<long>(1), negate<long>()));
    auto out = __simt_raw(to);
    __simt_for<P>(b - a, __simt_copier<decltype(back), decltype(out)>{back, out});
    return to + (b - a);
}
template <class T, class F> struct __simt_replaced {
    T with;
    F f;
    template <class V> __host__ __device__ T operator()(const V &v) { return f(v) ? with : (T)v; }
};
template <class P, class It, class O, class F, class V> O __do_replace_copy_if(P p, It a, It b, O to, F f, V with) {
    __simt_map_row(p, __simt_raw(a), b - a, __simt_raw(to), __simt_replaced<__simt_value<O>, F>{(__simt_value<O>)with, f});
    return to + (b - a);
}
template <class P, class It, class O, class V> O __do_replace_copy(P p, It a, It b, O to, V from, V with) {
    return __do_replace_copy_if(p, a, b, to, __simt_equals<V>{from}, with);
}

// ---- where a second row says so ----
template <class C, class S, class D, class Q> struct __simt_some_copier {
    C from;
    S stencil;
    D to;
    Q asked;
    __host__ __device__ void operator()(size_t i) {
        if (asked(stencil[i])) to[i] = from[i];
    }
};
struct __simt_as_truth {
    template <class T> __host__ __device__ bool operator()(const T &v) const { return (bool)v; }
};
template <class P, class M, class S, class It, class O, class Q> O __do_gather_if(P p, M a, M b, S stencil, It from, O to, Q asked) {
    auto row = make_permutation_iterator(__simt_raw(from), __simt_raw(a));
    auto by = __simt_raw(stencil);
    auto out = __simt_raw(to);
    __simt_for<P>(b - a, __simt_some_copier<decltype(row), decltype(by), decltype(out), Q>{row, by, out, asked});
    return to + (b - a);
}
template <class P, class M, class S, class It, class O> O __do_gather_if(P p, M a, M b, S stencil, It from, O to) {
    return __do_gather_if(p, a, b, stencil, from, to, __simt_as_truth());
}
template <class P, class It, class M, class S, class O, class Q> void __do_scatter_if(P p, It a, It b, M map, S stencil, O to, Q asked) {
    auto from = __simt_raw(a);
    auto by = __simt_raw(stencil);
    auto out = make_permutation_iterator(__simt_raw(to), __simt_raw(map));
    __simt_for<P>(b - a, __simt_some_copier<decltype(from), decltype(by), decltype(out), Q>{from, by, out, asked});
}
template <class P, class It, class M, class S, class O> void __do_scatter_if(P p, It a, It b, M map, S stencil, O to) {
    __do_scatter_if(p, a, b, map, stencil, to, __simt_as_truth());
}
template <class P, class It, class S, class F> It __do_remove_if(P p, It a, It b, S stencil, F f) {
    auto row = __simt_raw(a);
    return a + __simt_choose(p, row, __simt_raw(stencil), row, b - a, f, false, true);
}
template <class P, class It, class O, class F, class Q> O __do_transform_if(P p, It a, It b, O to, F f, Q asked) {
    auto x = __simt_raw(a);
    auto z = __simt_raw(to);
    __simt_for<P>(b - a, __simt_chooser<decltype(x), decltype(x), decltype(z), F, Q>{x, x, z, f, asked});
    return to + (b - a);
}
template <class C, class D, class M, class O, class F, class Q> struct __simt_pair_chooser {
    C a;
    D b;
    M mask;
    O to;
    F f;
    Q asked;
    __host__ __device__ void operator()(size_t i) {
        if (asked(mask[i])) to[i] = f(a[i], b[i]);
    }
};
template <class P, class It, class I, class M, class O, class F, class Q>
O __do_transform_if(P p, It a, It b, I other, M mask, O to, F f, Q asked) {
    auto x = __simt_raw(a);
    auto y = __simt_raw(other);
    auto m = __simt_raw(mask);
    auto z = __simt_raw(to);
    __simt_for<P>(b - a, __simt_pair_chooser<decltype(x), decltype(y), decltype(m), decltype(z), F, Q>{x, y, m, z, f, asked});
    return to + (b - a);
}
template <class C, class D, class T> struct __simt_swapper {
    C a;
    D b;
    __host__ __device__ void operator()(size_t i) const {
        T kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
};
template <class P, class A, class B> B __do_swap_ranges(P p, A a, A a2, B b) {
    auto x = __simt_raw(a);
    auto y = __simt_raw(b);
    __simt_for<P>(a2 - a, __simt_swapper<decltype(x), decltype(y), __simt_value<A>>{x, y});
    return b + (a2 - a);
}

}  // namespace thrust
