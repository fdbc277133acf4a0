// Thrust's algorithms over sorted rows and over runs of equal keys: searches, merges, sets, scans by key.
// The rule: each element finds by itself where it goes, by a search in the other row.
// Next: simt/thrust_calls.h, which puts names to them.
#pragma once
#include <simt/thrust_select.h>

namespace thrust {

// Where a value would stand in a sorted row: before or after those that are equal to it.
template <class C, class L, bool after> struct __simt_searcher {
    C row;
    long n;
    mutable L less;
    template <class T> __host__ __device__ long operator()(const T &v) const {
        long low = 0, high = n;
        while (low < high) {
            long half = low + (high - low) / 2;
            if (after ? !less(v, row[half]) : less(row[half], v)) low = half + 1;
            else high = half;
        }
        return low;
    }
};
template <class C, class L> struct __simt_finder {
    C row;
    long n;
    mutable L less;
    template <class T> __host__ __device__ bool operator()(const T &v) const {
        long at = __simt_searcher<C, L, false>{row, n, less}(v);
        return at < n && !less(v, row[at]);
    }
};
template <class F, class V> struct __simt_asked {
    F f;
    V value;
    long *out;
    __host__ __device__ void operator()(size_t) const { *out = (long)f(value); }
};
// What a search of one value gives.
template <class P, class F, class V> long __simt_ask(P, F f, V value) {
    __simt_room<P, long> out(1);
    __simt_for<P>(1, __simt_asked<F, V>{f, value, out.place});
    __simt_wait<P>();
    return *out.place;
}
#define SIMT_SEARCH(name, Search)                                                                                      \
    template <class P, class It, class V, class L> auto __do_##name(P p, It a, It b, V v, L l) {                       \
        auto row = __simt_raw(a);                                                                                      \
        typedef decltype(row) C;                                                                                       \
        return SIMT_FOUND(a, __simt_ask(p, Search{row, b - a, l}, v));                                                 \
    }                                                                                                                  \
    template <class P, class It, class V> auto __do_##name(P p, It a, It b, V v) {                                     \
        return __do_##name(p, a, b, v, less<__simt_value<It>>());                                                      \
    }                                                                                                                  \
    template <class P, class It, class I, class O, class L> O __do_##name(P p, It a, It b, I x, I y, O to, L l) {      \
        auto row = __simt_raw(a);                                                                                      \
        typedef decltype(row) C;                                                                                       \
        __simt_map_row(p, __simt_raw(x), y - x, __simt_raw(to), Search{row, b - a, l});                                \
        return to + (y - x);                                                                                           \
    }                                                                                                                  \
    template <class P, class It, class I, class O> O __do_##name(P p, It a, It b, I x, I y, O to) {                    \
        return __do_##name(p, a, b, x, y, to, less<__simt_value<It>>());                                               \
    }
#define SIMT_LOWER __simt_searcher<C, L, false>
#define SIMT_UPPER __simt_searcher<C, L, true>
#define SIMT_FINDER __simt_finder<C, L>
#define SIMT_FOUND(row, at) (row + (at))
SIMT_SEARCH(lower_bound, SIMT_LOWER)
SIMT_SEARCH(upper_bound, SIMT_UPPER)
#undef SIMT_FOUND
#define SIMT_FOUND(row, at) ((at) != 0)
SIMT_SEARCH(binary_search, SIMT_FINDER)
#undef SIMT_FOUND
#undef SIMT_LOWER
#undef SIMT_UPPER
#undef SIMT_FINDER
#undef SIMT_SEARCH
template <class P, class It, class V, class L> pair<It, It> __do_equal_range(P p, It a, It b, V v, L l) {
    return pair<It, It>(__do_lower_bound(p, a, b, v, l), __do_upper_bound(p, a, b, v, l));
}
template <class P, class It, class V> pair<It, It> __do_equal_range(P p, It a, It b, V v) {
    return __do_equal_range(p, a, b, v, less<__simt_value<It>>());
}

// ---- two sorted rows made one: equal ones of the first come first ----
template <class C, class D, class V, class W, class O, class Q, class L> struct __simt_joiner {
    C a;
    D b;
    V values_a;
    W values_b;
    O to;
    Q values_to;
    long n, m;
    bool with;
    mutable L less;
    __host__ __device__ void operator()(size_t i) const {
        long k = (long)i - n;
        if (k < 0) {
            size_t at = i + __simt_searcher<D, L, false>{b, m, less}(a[i]);
            to[at] = a[i];
            if (with) values_to[at] = values_a[i];
        } else {
            size_t at = k + __simt_searcher<C, L, true>{a, n, less}(b[k]);
            to[at] = b[k];
            if (with) values_to[at] = values_b[k];
        }
    }
};
template <class P, class C, class D, class V, class W, class O, class Q, class L>
void __simt_join_rows(P, C a, long n, D b, long m, V va, W vb, O to, Q vto, bool with, L l) {
    __simt_for<P>(n + m, __simt_joiner<C, D, V, W, O, Q, L>{a, b, va, vb, to, vto, n, m, with, l});
    __simt_wait<P>();
}
template <class P, class A, class B, class O, class L> O __do_merge(P p, A a, A a2, B b, B b2, O to, L l) {
    char *no = nullptr;
    __simt_join_rows(p, __simt_raw(a), a2 - a, __simt_raw(b), b2 - b, no, no, __simt_raw(to), no, false, l);
    return to + ((a2 - a) + (b2 - b));
}
template <class P, class A, class B, class O> O __do_merge(P p, A a, A a2, B b, B b2, O to) {
    return __do_merge(p, a, a2, b, b2, to, less<__simt_value<A>>());
}
template <class P, class A, class B, class V, class W, class O, class Q, class L>
pair<O, Q> __do_merge_by_key(P p, A a, A a2, B b, B b2, V va, W vb, O to, Q vto, L l) {
    __simt_join_rows(p, __simt_raw(a), a2 - a, __simt_raw(b), b2 - b, __simt_raw(va), __simt_raw(vb), __simt_raw(to), __simt_raw(vto),
                     true, l);
    long n = (a2 - a) + (b2 - b);
    return pair<O, Q>(to + n, vto + n);
}
template <class P, class A, class B, class V, class W, class O, class Q>
pair<O, Q> __do_merge_by_key(P p, A a, A a2, B b, B b2, V va, W vb, O to, Q vto) {
    return __do_merge_by_key(p, a, a2, b, b2, va, vb, to, vto, less<__simt_value<A>>());
}

// ---- sets: of equal elements the other row has so many, and those of this row beyond them are its own ----
template <class C, class D, class L> struct __simt_shares {
    C row;
    D other;
    long n, m;
    bool shared;
    int *flags;
    mutable L less;
    __host__ __device__ void operator()(size_t i) const {
        long rank = (long)i - __simt_searcher<C, L, false>{row, n, less}(row[i]);
        long there = __simt_searcher<D, L, true>{other, m, less}(row[i]) - __simt_searcher<D, L, false>{other, m, less}(row[i]);
        flags[i] = (rank < there) == shared;
    }
};
template <class P, class C, class D, class O, class L>
long __simt_keep(P p, C row, long n, D other, long m, O to, bool shared, L l) {
    __simt_room<P, int> flags(n);
    __simt_for<P>(n, __simt_shares<C, D, L>{row, other, n, m, shared, flags.place, l});
    return __simt_pack(p, row, to, n, flags.place, false);
}
template <class P, class A, class B, class O, class L> O __do_set_intersection(P p, A a, A a2, B b, B b2, O to, L l) {
    return to + __simt_keep(p, __simt_raw(a), a2 - a, __simt_raw(b), b2 - b, __simt_raw(to), true, l);
}
template <class P, class A, class B, class O, class L> O __do_set_difference(P p, A a, A a2, B b, B b2, O to, L l) {
    return to + __simt_keep(p, __simt_raw(a), a2 - a, __simt_raw(b), b2 - b, __simt_raw(to), false, l);
}
template <class P, class A, class B, class O, class L> O __do_set_union(P p, A a, A a2, B b, B b2, O to, L l) {
    typedef __simt_value<B> T;
    char *no = nullptr;
    __simt_room<P, T> rest(b2 - b);
    long m = __simt_keep(p, __simt_raw(b), b2 - b, __simt_raw(a), a2 - a, rest.place, false, l);
    __simt_join_rows(p, __simt_raw(a), a2 - a, rest.place, m, no, no, __simt_raw(to), no, false, l);
    return to + ((a2 - a) + m);
}
template <class P, class A, class B, class O, class L> O __do_set_symmetric_difference(P p, A a, A a2, B b, B b2, O to, L l) {
    char *no = nullptr;
    __simt_room<P, __simt_value<A>> left(a2 - a);
    __simt_room<P, __simt_value<B>> right(b2 - b);
    long n = __simt_keep(p, __simt_raw(a), a2 - a, __simt_raw(b), b2 - b, left.place, false, l);
    long m = __simt_keep(p, __simt_raw(b), b2 - b, __simt_raw(a), a2 - a, right.place, false, l);
    __simt_join_rows(p, left.place, n, right.place, m, no, no, __simt_raw(to), no, false, l);
    return to + (n + m);
}
#define SIMT_SET(name)                                                                                                 \
    template <class P, class A, class B, class O> O __do_##name(P p, A a, A a2, B b, B b2, O to) {                     \
        return __do_##name(p, a, a2, b, b2, to, less<__simt_value<A>>());                                              \
    }
SIMT_SET(set_intersection)
SIMT_SET(set_difference)
SIMT_SET(set_union)
SIMT_SET(set_symmetric_difference)
#undef SIMT_SET

// ---- scans that begin anew with each run of equal keys ----
template <class T> struct __simt_segment {
    T value;
    int begins;
};
template <class K, class V, class T, class S> struct __simt_segments {
    K keys;
    V values;
    __simt_segment<T> *to;
    S same;
    __host__ __device__ void operator()(size_t i) {
        __simt_segment<T> one;
        one.value = (T)values[i];
        one.begins = i == 0 || !same(keys[i - 1], keys[i]);
        to[i] = one;
    }
};
template <class T, class Op> struct __simt_in_segment {
    mutable Op op;
    __host__ __device__ __simt_segment<T> operator()(const __simt_segment<T> &a, const __simt_segment<T> &b) const {
        __simt_segment<T> both = b;
        if (!b.begins) both.value = op(a.value, b.value);
        both.begins = a.begins || b.begins;
        return both;
    }
};
template <class K, class O, class T, class S, class Op> struct __simt_segment_ends {
    K keys;
    const __simt_segment<T> *from;
    O to;
    bool exclusive;
    T start;
    mutable S same;
    mutable Op op;
    __host__ __device__ void operator()(size_t i) const {
        if (!exclusive) to[i] = from[i].value;
        else if (i == 0 || !same(keys[i - 1], keys[i])) to[i] = start;
        else to[i] = (T)op(start, from[i - 1].value);
    }
};
template <class P, class K, class V, class O, class T, class S, class Op>
void __simt_scan_runs(P p, K keys, V values, size_t n, O to, bool exclusive, T start, S same, Op op) {
    typedef __simt_segment<T> One;
    __simt_room<P, One> room(n);
    __simt_for<P>(n, __simt_segments<K, V, T, S>{keys, values, room.place, same});
    __simt_scan_row(p, room.place, room.place, n, One(), __simt_in_segment<T, Op>{op}, false, false);
    __simt_for<P>(n, __simt_segment_ends<K, O, T, S, Op>{keys, room.place, to, exclusive, start, same, op});
    __simt_wait<P>();
}
template <class P, class K, class V, class O, class S, class Op> O __do_inclusive_scan_by_key(P p, K a, K b, V v, O to, S same, Op op) {
    typedef __simt_value<V> T;
    __simt_scan_runs(p, __simt_raw(a), __simt_raw(v), b - a, __simt_raw(to), false, T(), same, op);
    return to + (b - a);
}
template <class P, class K, class V, class O, class S> O __do_inclusive_scan_by_key(P p, K a, K b, V v, O to, S same) {
    return __do_inclusive_scan_by_key(p, a, b, v, to, same, plus<__simt_value<V>>());
}
template <class P, class K, class V, class O> O __do_inclusive_scan_by_key(P p, K a, K b, V v, O to) {
    return __do_inclusive_scan_by_key(p, a, b, v, to, equal_to<__simt_value<K>>());
}
template <class P, class K, class V, class O, class T, class S, class Op>
O __do_exclusive_scan_by_key(P p, K a, K b, V v, O to, T start, S same, Op op) {
    __simt_scan_runs(p, __simt_raw(a), __simt_raw(v), b - a, __simt_raw(to), true, start, same, op);
    return to + (b - a);
}
template <class P, class K, class V, class O, class T, class S> O __do_exclusive_scan_by_key(P p, K a, K b, V v, O to, T start, S same) {
    return __do_exclusive_scan_by_key(p, a, b, v, to, start, same, plus<T>());
}
template <class P, class K, class V, class O, class T> O __do_exclusive_scan_by_key(P p, K a, K b, V v, O to, T start) {
    return __do_exclusive_scan_by_key(p, a, b, v, to, start, equal_to<__simt_value<K>>());
}
template <class P, class K, class V, class O> O __do_exclusive_scan_by_key(P p, K a, K b, V v, O to) {
    return __do_exclusive_scan_by_key(p, a, b, v, to, __simt_value<V>());
}

}  // namespace thrust
