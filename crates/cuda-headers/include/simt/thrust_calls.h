// The names of Thrust's algorithms. Each has a form with a policy first, and one where the rows say which side it is.
// Next: simt/thrust.h.
#pragma once
#include <simt/thrust_copies.h>
#include <simt/thrust_sorted.h>

namespace std {
template <class T, class C> class ostream_iterator;
}
namespace thrust {

// `__do_name(P, first, …)` is the algorithm.
#define SIMT_CALLS(name)                                                                                               \
    template <class... A> auto name(const __simt_by_device &p, A... a) { return __do_##name(p, a...); }                \
    template <class... A> auto name(const __simt_by_host &p, A... a) { return __do_##name(p, a...); }                  \
    template <class It, class... A> auto name(It first, A... a) {                                                      \
        return __do_##name(__simt_where<It, A...>(), first, a...);                                                     \
    }

template <class P, class It, class V> void __do_fill(P p, It a, It b, V v) { __simt_fill_row(p, __simt_raw(a), b - a, (__simt_value<It>)v); }
template <class P, class It, class N, class V> It __do_fill_n(P p, It a, N n, V v) {
    __simt_fill_row(p, __simt_raw(a), n, (__simt_value<It>)v);
    return a + n;
}
template <class P, class It, class V = __simt_value<It>> void __do_sequence(P p, It a, It b, V start = V(0), V step = V(1)) {
    typedef __simt_value<It> T;
    auto row = __simt_raw(a);
    __simt_for<P>(b - a, __simt_counter<decltype(row), T>{row, (T)start, (T)step});
}
template <class P, class It, class V> void __do_uninitialized_fill(P p, It a, It b, V v) { __do_fill(p, a, b, v); }
template <class P, class It, class O> O __do_uninitialized_copy(P p, It a, It b, O to) { return __do_copy(p, a, b, to); }
template <class P, class It, class O> O __do_copy(P p, It a, It b, O to) {
    auto from = __simt_raw(a);
    auto out = __simt_raw(to);
    size_t n = b - a;
    if constexpr (__simt_side<It>::device != __simt_side<O>::device && (__simt_side<It>::host || __simt_side<O>::host)) {
        // From one side to the other: through a row of the device if it is no plain one.
        typedef __simt_value<O> T;
        __simt_room<__simt_by_device, T> room(n);
        if constexpr (__simt_side<It>::host) {
            for (size_t i = 0; i < n; i++) room.place[i] = from[i];
            __simt_for<__simt_by_device>(n, __simt_copier<T *, decltype(out)>{room.place, out});
        } else {
            __simt_for<__simt_by_device>(n, __simt_copier<decltype(from), T *>{from, room.place});
        }
        __simt_cuda_synchronize();
        if constexpr (__simt_side<O>::host)
            for (size_t i = 0; i < n; i++) out[i] = room.place[i];
    } else {
        __simt_for<P>(n, __simt_copier<decltype(from), decltype(out)>{from, out});
    }
    return to + n;
}
// Onto a stream: the values one after another, from the host's memory.
template <class P, class It, class T, class C> std::ostream_iterator<T, C> __do_copy(P p, It a, It b, std::ostream_iterator<T, C> to) {
    if constexpr (!__simt_side<It>::device) {
        for (size_t i = 0, n = b - a; i < n; i++) *to++ = a[i];
        return to;
    }
    host_vector<__simt_value<It>> kept(b - a);
    __do_copy(p, a, b, kept.begin());
    for (size_t i = 0; i < kept.size(); i++) *to++ = kept[i];
    return to;
}
template <class P, class It, class N, class O> O __do_copy_n(P p, It a, N n, O to) { return __do_copy(p, a, a + n, to); }
template <class P, class It, class F> It __do_for_each(P p, It a, It b, F f) {
    auto row = __simt_raw(a);
    __simt_for<P>(b - a, __simt_visitor<decltype(row), F>{row, f});
    return b;
}
template <class P, class It, class N, class F> It __do_for_each_n(P p, It a, N n, F f) { return __do_for_each(p, a, a + n, f); }
template <class P, class It, class O, class F> O __do_transform(P p, It a, It b, O to, F f) {
    __simt_map_row(p, __simt_raw(a), b - a, __simt_raw(to), f);
    return to + (b - a);
}
template <class P, class It, class I, class O, class F> O __do_transform(P p, It a, It b, I other, O to, F f) {
    auto x = __simt_raw(a);
    auto y = __simt_raw(other);
    auto z = __simt_raw(to);
    __simt_for<P>(b - a, __simt_zipper<decltype(x), decltype(y), decltype(z), F>{x, y, z, f});
    return to + (b - a);
}
template <class P, class It, class M, class O, class F, class Q> O __do_transform_if(P p, It a, It b, M mask, O to, F f, Q asked) {
    auto x = __simt_raw(a);
    auto y = __simt_raw(mask);
    auto z = __simt_raw(to);
    __simt_for<P>(b - a, __simt_chooser<decltype(x), decltype(y), decltype(z), F, Q>{x, y, z, f, asked});
    return to + (b - a);
}
template <class F> struct __simt_called {
    F f;
    template <class T> __host__ __device__ auto operator()(const T &) { return f(); }
};
template <class P, class It, class F> void __do_generate(P p, It a, It b, F f) {
    __simt_map_row(p, __simt_raw(a), b - a, __simt_raw(a), __simt_called<F>{f});
}
template <class P, class It, class F> void __do_tabulate(P p, It a, It b, F f) {
    __simt_map_row(p, counting_iterator<long>(0), b - a, __simt_raw(a), f);
}
template <class P, class It, class O, class M> O __do_gather(P p, M a, M b, It from, O to) {
    auto row = make_permutation_iterator(__simt_raw(from), __simt_raw(a));
    auto out = __simt_raw(to);
    __simt_for<P>(b - a, __simt_copier<decltype(row), decltype(out)>{row, out});
    return to + (b - a);
}
template <class P, class It, class M, class O> void __do_scatter(P p, It a, It b, M map, O to) {
    auto from = __simt_raw(a);
    auto out = make_permutation_iterator(__simt_raw(to), __simt_raw(map));
    __simt_for<P>(b - a, __simt_copier<decltype(from), decltype(out)>{from, out});
}
template <class T, class F> struct __simt_replacer {
    T with;
    F f;
    __host__ __device__ T operator()(const T &v) { return f(v) ? with : v; }
};
template <class P, class It, class F, class V> void __do_replace_if(P p, It a, It b, F f, V with) {
    typedef __simt_value<It> T;
    __simt_map_row(p, __simt_raw(a), b - a, __simt_raw(a), __simt_replacer<T, F>{(T)with, f});
}
template <class P, class It, class V> void __do_replace(P p, It a, It b, V from, V with) {
    __do_replace_if(p, a, b, __simt_equals<V>{from}, with);
}
template <class P, class It> void __do_reverse(P p, It a, It b) {
    typedef __simt_value<It> T;
    size_t n = b - a;
    auto row = __simt_raw(a);
    __simt_room<P, T> room(n);
    __simt_for<P>(n, __simt_copier<decltype(row), T *>{row, room.place});
    auto back = make_permutation_iterator(room.place + n, make_transform_iterator(counting_iterator<long>(1), negate<long>()));
    __simt_for<P>(n, __simt_copier<decltype(back), decltype(row)>{back, row});
    __simt_wait<P>();
}

template <class P, class It> auto __do_reduce(P p, It a, It b) {
    return __simt_fold(p, __simt_raw(a), b - a, __simt_value<It>(), plus<__simt_value<It>>());
}
template <class P, class It, class T> T __do_reduce(P p, It a, It b, T start) { return __simt_fold(p, __simt_raw(a), b - a, start, plus<T>()); }
template <class P, class It, class T, class O> T __do_reduce(P p, It a, It b, T start, O op) { return __simt_fold(p, __simt_raw(a), b - a, start, op); }
template <class P, class It, class F, class T, class O> T __do_transform_reduce(P p, It a, It b, F f, T start, O op) {
    auto row = __simt_raw(a);
    return __simt_fold(p, __simt_mapped<T, decltype(row), F>{row, f}, b - a, start, op);
}
template <class P, class It, class I, class T, class O, class F> T __do_inner_product(P p, It a, It b, I other, T start, O op, F f) {
    auto x = __simt_raw(a);
    auto y = __simt_raw(other);
    return __simt_fold(p, __simt_zipped<T, decltype(x), decltype(y), F>{x, y, f}, b - a, start, op);
}
template <class P, class It, class I, class T> T __do_inner_product(P p, It a, It b, I other, T start) {
    return __do_inner_product(p, a, b, other, start, plus<T>(), multiplies<T>());
}
template <class P, class It, class F> long __do_count_if(P p, It a, It b, F f) {
    return __do_transform_reduce(p, a, b, __simt_truth<F>{f}, 0L, plus<long>());
}
template <class P, class It, class V> long __do_count(P p, It a, It b, V v) { return __do_count_if(p, a, b, __simt_equals<V>{v}); }
template <class P, class It, class F> bool __do_all_of(P p, It a, It b, F f) { return __do_count_if(p, a, b, f) == b - a; }
template <class P, class It, class F> bool __do_any_of(P p, It a, It b, F f) { return __do_count_if(p, a, b, f) > 0; }
template <class P, class It, class F> bool __do_none_of(P p, It a, It b, F f) { return __do_count_if(p, a, b, f) == 0; }
template <class P, class It, class I, class F> bool __do_equal(P p, It a, It b, I other, F same) {
    return __do_inner_product(p, a, b, other, 0L, plus<long>(), same) == b - a;
}
template <class P, class It, class I> bool __do_equal(P p, It a, It b, I other) {
    return __do_equal(p, a, b, other, equal_to<__simt_value<It>>());
}
struct __simt_least {
    __host__ __device__ long operator()(long a, long b) const { return b < a ? b : a; }
};
template <class C, class F> struct __simt_place_of {
    C row;
    mutable F f;
    long n;
    typedef long value_type;
    __host__ __device__ long operator[](size_t i) const { return f(row[i]) ? (long)i : n; }
};
template <class P, class It, class F> It __do_find_if(P p, It a, It b, F f) {
    auto row = __simt_raw(a);
    long n = b - a;
    return a + __simt_fold(p, __simt_place_of<decltype(row), F>{row, f, n}, n, n, __simt_least());
}
template <class F> struct __simt_not {
    mutable F f;
    template <class T> __host__ __device__ bool operator()(const T &v) const { return !f(v); }
};
template <class P, class It, class F> It __do_find_if_not(P p, It a, It b, F f) { return __do_find_if(p, a, b, __simt_not<F>{f}); }
template <class P, class It, class F> bool __do_is_partitioned(P p, It a, It b, F f) {
    return __do_count_if(p, __do_find_if_not(p, a, b, f), b, f) == 0;
}
template <class P, class It, class V> It __do_find(P p, It a, It b, V v) { return __do_find_if(p, a, b, __simt_equals<V>{v}); }
template <class P, class It, class L> It __do_max_element(P p, It a, It b, L l) { return a + __simt_best<true>(p, __simt_raw(a), b - a, l); }
template <class P, class It> It __do_max_element(P p, It a, It b) { return __do_max_element(p, a, b, less<__simt_value<It>>()); }
template <class P, class It, class L> It __do_min_element(P p, It a, It b, L l) { return a + __simt_best<false>(p, __simt_raw(a), b - a, l); }
template <class P, class It> It __do_min_element(P p, It a, It b) { return __do_min_element(p, a, b, less<__simt_value<It>>()); }
template <class P, class It, class L> pair<It, It> __do_minmax_element(P p, It a, It b, L l) {
    return pair<It, It>(__do_min_element(p, a, b, l), __do_max_element(p, a, b, l));
}
template <class P, class It> pair<It, It> __do_minmax_element(P p, It a, It b) {
    return pair<It, It>(__do_min_element(p, a, b), __do_max_element(p, a, b));
}

template <class P, class It, class O, class Op> O __do_inclusive_scan(P p, It a, It b, O to, Op op) {
    __simt_scan_row(p, __simt_raw(a), __simt_raw(to), b - a, __simt_value<It>(), op, false, false);
    return to + (b - a);
}
template <class P, class It, class O> O __do_inclusive_scan(P p, It a, It b, O to) {
    return __do_inclusive_scan(p, a, b, to, plus<__simt_value<It>>());
}
template <class P, class It, class O, class T, class Op> O __do_exclusive_scan(P p, It a, It b, O to, T start, Op op) {
    __simt_scan_row(p, __simt_raw(a), __simt_raw(to), b - a, start, op, true, true);
    return to + (b - a);
}
template <class P, class It, class O, class T> O __do_exclusive_scan(P p, It a, It b, O to, T start) {
    return __do_exclusive_scan(p, a, b, to, start, plus<T>());
}
template <class P, class It, class O> O __do_exclusive_scan(P p, It a, It b, O to) {
    return __do_exclusive_scan(p, a, b, to, __simt_value<It>());
}
template <class P, class It, class O, class F, class Op> O __do_transform_inclusive_scan(P p, It a, It b, O to, F f, Op op) {
    typedef __simt_value<O> T;
    auto row = __simt_raw(a);
    __simt_scan_row(p, __simt_mapped<T, decltype(row), F>{row, f}, __simt_raw(to), b - a, T(), op, false, false);
    return to + (b - a);
}
template <class P, class It, class O, class F, class T, class Op>
O __do_transform_exclusive_scan(P p, It a, It b, O to, F f, T start, Op op) {
    auto row = __simt_raw(a);
    __simt_scan_row(p, __simt_mapped<T, decltype(row), F>{row, f}, __simt_raw(to), b - a, start, op, true, true);
    return to + (b - a);
}
template <class C, class D, class Op> struct __simt_stepper {
    C row;
    D to;
    Op op;
    __host__ __device__ void operator()(size_t i) {
        if (i == 0) to[i] = row[i];
        else to[i] = op(row[i], row[i - 1]);
    }
};
template <class P, class It, class O, class Op> O __do_adjacent_difference(P p, It a, It b, O to, Op op) {
    auto row = __simt_raw(a);
    auto out = __simt_raw(to);
    __simt_for<P>(b - a, __simt_stepper<decltype(row), decltype(out), Op>{row, out, op});
    return to + (b - a);
}
template <class P, class It, class O> O __do_adjacent_difference(P p, It a, It b, O to) {
    return __do_adjacent_difference(p, a, b, to, minus<__simt_value<It>>());
}

template <class P, class It, class L> void __do_sort(P p, It a, It b, L l) { __simt_sort_rows(p, __simt_raw(a), (char *)nullptr, b - a, l, false); }
template <class P, class It> void __do_sort(P p, It a, It b) { __do_sort(p, a, b, less<__simt_value<It>>()); }
template <class P, class It, class L> void __do_stable_sort(P p, It a, It b, L l) { __do_sort(p, a, b, l); }
template <class P, class It> void __do_stable_sort(P p, It a, It b) { __do_sort(p, a, b); }
template <class P, class It, class V, class L> void __do_sort_by_key(P p, It a, It b, V v, L l) {
    __simt_sort_rows(p, __simt_raw(a), __simt_raw(v), b - a, l, true);
}
template <class P, class It, class V> void __do_sort_by_key(P p, It a, It b, V v) { __do_sort_by_key(p, a, b, v, less<__simt_value<It>>()); }
template <class P, class It, class V, class L> void __do_stable_sort_by_key(P p, It a, It b, V v, L l) { __do_sort_by_key(p, a, b, v, l); }
template <class P, class It, class V> void __do_stable_sort_by_key(P p, It a, It b, V v) { __do_sort_by_key(p, a, b, v); }
template <class T, class L> struct __simt_falls {
    mutable L less;
    __host__ __device__ bool operator()(const T &a, const T &b) const { return less(b, a); }
};
template <class P, class It, class L> bool __do_is_sorted(P p, It a, It b, L l) {
    typedef __simt_value<It> T;
    return b - a < 2 || __do_inner_product(p, a, b - 1, a + 1, 0L, plus<long>(), __simt_falls<T, L>{l}) == 0;
}
template <class P, class It> bool __do_is_sorted(P p, It a, It b) { return __do_is_sorted(p, a, b, less<__simt_value<It>>()); }

template <class P, class It, class O, class F> O __do_copy_if(P p, It a, It b, O to, F f) {
    auto row = __simt_raw(a);
    return to + __simt_choose(p, row, row, __simt_raw(to), b - a, f, true, false);
}
template <class P, class It, class S, class O, class F> O __do_copy_if(P p, It a, It b, S asked, O to, F f) {
    return to + __simt_choose(p, __simt_raw(a), __simt_raw(asked), __simt_raw(to), b - a, f, true, false);
}
template <class P, class It, class F> It __do_remove_if(P p, It a, It b, F f) {
    auto row = __simt_raw(a);
    return a + __simt_choose(p, row, row, row, b - a, f, false, true);
}
template <class P, class It, class V> It __do_remove(P p, It a, It b, V v) { return __do_remove_if(p, a, b, __simt_equals<V>{v}); }
template <class P, class It, class F> It __do_partition(P p, It a, It b, F f) { return a + __simt_split(p, __simt_raw(a), b - a, f); }
template <class P, class It, class F> It __do_stable_partition(P p, It a, It b, F f) { return __do_partition(p, a, b, f); }
template <class P, class It, class S> It __do_unique(P p, It a, It b, S same) {
    auto row = __simt_raw(a);
    size_t n = b - a;
    __simt_room<P, int> flags(n);
    __simt_for<P>(n, __simt_begins<decltype(row), S>{row, flags.place, same});
    return a + __simt_pack(p, row, row, n, flags.place, true);
}
template <class P, class It> It __do_unique(P p, It a, It b) { return __do_unique(p, a, b, equal_to<__simt_value<It>>()); }
template <class P, class It, class I, class K, class V, class S, class Op>
pair<K, V> __do_reduce_by_key(P p, It a, It b, I values, K keys_to, V to, S same, Op op) {
    long n = __simt_reduce_runs(p, __simt_raw(a), __simt_raw(values), b - a, __simt_raw(keys_to), __simt_raw(to), same, op);
    return pair<K, V>(keys_to + n, to + n);
}
template <class P, class It, class I, class K, class V, class S> pair<K, V> __do_reduce_by_key(P p, It a, It b, I values, K keys_to, V to, S same) {
    return __do_reduce_by_key(p, a, b, values, keys_to, to, same, plus<__simt_value<I>>());
}
template <class P, class It, class I, class K, class V> pair<K, V> __do_reduce_by_key(P p, It a, It b, I values, K keys_to, V to) {
    return __do_reduce_by_key(p, a, b, values, keys_to, to, equal_to<__simt_value<It>>());
}
#define SIMT_CALLS_3(a, b, c) SIMT_CALLS(a) SIMT_CALLS(b) SIMT_CALLS(c)
SIMT_CALLS_3(fill, fill_n, sequence)
SIMT_CALLS_3(copy, copy_n, for_each)
SIMT_CALLS_3(for_each_n, transform, transform_if)
SIMT_CALLS_3(generate, tabulate, gather)
SIMT_CALLS_3(scatter, replace, replace_if)
SIMT_CALLS_3(reverse, reduce, transform_reduce)
SIMT_CALLS_3(inner_product, count, count_if)
SIMT_CALLS_3(all_of, any_of, none_of)
SIMT_CALLS_3(equal, find, find_if)
SIMT_CALLS_3(max_element, min_element, minmax_element)
SIMT_CALLS_3(inclusive_scan, exclusive_scan, adjacent_difference)
SIMT_CALLS(transform_inclusive_scan)
SIMT_CALLS(transform_exclusive_scan)
SIMT_CALLS_3(sort, stable_sort, is_sorted)
SIMT_CALLS(sort_by_key)
SIMT_CALLS(stable_sort_by_key)
SIMT_CALLS_3(copy_if, remove, remove_if)
SIMT_CALLS_3(partition, stable_partition, unique)
SIMT_CALLS_3(reduce_by_key, lower_bound, upper_bound)
SIMT_CALLS_3(binary_search, equal_range, merge)
SIMT_CALLS_3(merge_by_key, set_intersection, set_difference)
SIMT_CALLS(set_union)
SIMT_CALLS(set_symmetric_difference)
SIMT_CALLS(inclusive_scan_by_key)
SIMT_CALLS(exclusive_scan_by_key)
SIMT_CALLS_3(remove_copy, remove_copy_if, partition_copy)
SIMT_CALLS(stable_partition_copy)
SIMT_CALLS_3(unique_copy, unique_by_key, reverse_copy)
SIMT_CALLS_3(replace_copy, replace_copy_if, gather_if)
SIMT_CALLS_3(scatter_if, swap_ranges, find_if_not)
SIMT_CALLS_3(is_partitioned, uninitialized_fill, uninitialized_copy)
#undef SIMT_CALLS_3
#undef SIMT_CALLS

}  // namespace thrust
