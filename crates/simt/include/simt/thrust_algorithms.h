// Thrust's algorithms over device pointers, in kernels; over plain pointers on whichever side the memory is.
// The rule: a plain pointer to host memory means the host; each algorithm has one kernel and one loop.
// Next: simt/thrust.h.
#pragma once
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <simt/thrust.h>

namespace thrust {

inline bool __simt_is_host(const void *p) { return __simt_cuda_pointer_kind(p) <= 1; }

template <class F> __global__ void __simt_each(size_t n, F f) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) f(i);
}
template <class F> void __simt_for(bool on_host, size_t n, F f) {
    if (on_host)
        for (size_t i = 0; i < n; i++) f(i);
    else if (n > 0) __simt_each<<<__simt_grid(n), 256>>>(n, f);
}

template <class T> struct __simt_filler {
    T *to;
    T value;
    __host__ __device__ void operator()(size_t i) const { to[i] = value; }
};
template <class T> struct __simt_counter {
    T *to;
    T first, step;
    __host__ __device__ void operator()(size_t i) const { to[i] = first + step * (T)i; }
};
template <class T, class U, class F> struct __simt_mapper {
    const T *from;
    U *to;
    F f;
    __host__ __device__ void operator()(size_t i) const { to[i] = f(from[i]); }
};
template <class T, class S, class U, class F> struct __simt_zipper {
    const T *a;
    const S *b;
    U *to;
    F f;
    __host__ __device__ void operator()(size_t i) const { to[i] = f(a[i], b[i]); }
};
template <class T, class F> struct __simt_visitor {
    T *at;
    F f;
    __host__ __device__ void operator()(size_t i) const { f(at[i]); }
};

template <class It, class V> void fill(It first, It last, V value) {
    auto *p = __simt_raw(first);
    typedef typename cub::__simt_value_of<It>::type T;
    __simt_filler<T> f = {p, (T)value};
    __simt_for(__simt_is_host(p), last - first, f);
}
template <class It, class V> void __simt_sequence(It first, It last, V start, V step) {
    typedef typename cub::__simt_value_of<It>::type T;
    T *p = __simt_raw(first);
    __simt_counter<T> f = {p, (T)start, (T)step};
    __simt_for(__simt_is_host(p), last - first, f);
}
template <class It> void sequence(It first, It last) { __simt_sequence(first, last, 0, 1); }
template <class It, class V> void sequence(It first, It last, V start) { __simt_sequence(first, last, start, (V)1); }
template <class It, class V> void sequence(It first, It last, V start, V step) {
    __simt_sequence(first, last, start, step);
}
template <class It, class Out, class F> Out transform(It first, It last, Out out, F op) {
    typedef typename cub::__simt_value_of<It>::type T;
    typedef typename cub::__simt_value_of<Out>::type U;
    __simt_mapper<T, U, F> f = {__simt_raw(first), __simt_raw(out), op};
    __simt_for(__simt_is_host(f.from), last - first, f);
    return out + (last - first);
}
template <class It, class It2, class Out, class F> Out transform(It first, It last, It2 second, Out out, F op) {
    typedef typename cub::__simt_value_of<It>::type T;
    typedef typename cub::__simt_value_of<It2>::type S;
    typedef typename cub::__simt_value_of<Out>::type U;
    __simt_zipper<T, S, U, F> f = {__simt_raw(first), __simt_raw(second), __simt_raw(out), op};
    __simt_for(__simt_is_host(f.a), last - first, f);
    return out + (last - first);
}
template <class It, class F> It for_each(It first, It last, F op) {
    typedef typename cub::__simt_value_of<It>::type T;
    __simt_visitor<T, F> f = {__simt_raw(first), op};
    __simt_for(__simt_is_host(f.at), last - first, f);
    return last;
}
template <class It, class Out> Out copy(It first, It last, Out out) {
    typedef typename cub::__simt_value_of<It>::type T;
    size_t n = last - first;
    if (n) __simt_cuda_memcpy(__simt_raw(out), __simt_raw(first), n * sizeof(T), cudaMemcpyDefault);
    return out + n;
}
template <class It, class T, class Op> T reduce(It first, It last, T start, Op op) {
    auto *p = __simt_raw(first);
    size_t n = last - first, bytes = 1;
    if (__simt_is_host(p)) {
        T sum = start;
        for (size_t i = 0; i < n; i++) sum = op(sum, (T)p[i]);
        return sum;
    }
    T *out = nullptr, result = start;
    __simt_cuda_malloc((void **)&out, sizeof(T));
    cub::DeviceReduce::Reduce(out, bytes, p, out, n, op, start);
    __simt_cuda_memcpy(&result, out, sizeof(T), cudaMemcpyDeviceToHost);
    __simt_cuda_free(out);
    return result;
}
template <class It, class T> T reduce(It first, It last, T start) { return reduce(first, last, start, plus<T>()); }
template <class It> typename cub::__simt_value_of<It>::type reduce(It first, It last) {
    typedef typename cub::__simt_value_of<It>::type T;
    return reduce(first, last, T(0), plus<T>());
}
template <class It, class F, class T, class Op> T transform_reduce(It first, It last, F map, T start, Op op) {
    typedef typename cub::__simt_value_of<It>::type V;
    T *room = nullptr;
    size_t n = last - first;
    if (n == 0) return start;
    __simt_cuda_malloc_managed((void **)&room, n * sizeof(T));
    __simt_mapper<V, T, F> f = {__simt_raw(first), room, map};
    __simt_for(__simt_is_host(f.from), n, f);
    __simt_cuda_synchronize();
    T sum = start;
    for (size_t i = 0; i < n; i++) sum = op(sum, room[i]);
    __simt_cuda_free(room);
    return sum;
}
template <class It, class It2, class T> T inner_product(It first, It last, It2 second, T start) {
    typedef typename cub::__simt_value_of<It>::type V;
    size_t n = last - first;
    V *a = (V *)malloc(n * sizeof(V) + 1), *b = (V *)malloc(n * sizeof(V) + 1);
    copy(first, last, a);
    copy(second, second + n, b);
    for (size_t i = 0; i < n; i++) start = start + a[i] * b[i];
    free(a);
    free(b);
    return start;
}
template <class It, class V> long count(It first, It last, V value) {
    typedef typename cub::__simt_value_of<It>::type T;
    size_t n = last - first;
    T *a = (T *)malloc(n * sizeof(T) + 1);
    copy(first, last, a);
    long found = 0;
    for (size_t i = 0; i < n; i++)
        if (a[i] == value) found++;
    free(a);
    return found;
}
template <class It> It __simt_extreme(It first, It last, bool most) {
    typedef typename cub::__simt_value_of<It>::type T;
    size_t n = last - first, best = 0;
    T *a = (T *)malloc(n * sizeof(T) + 1);
    copy(first, last, a);
    for (size_t i = 1; i < n; i++)
        if (most ? a[best] < a[i] : a[i] < a[best]) best = i;
    free(a);
    return first + best;
}
template <class It> It max_element(It first, It last) { return __simt_extreme(first, last, true); }
template <class It> It min_element(It first, It last) { return __simt_extreme(first, last, false); }

// ---- scans: as CUB's where the memory is the device's ----
template <class It, class Out, class T, class Op>
Out __simt_scan(It first, It last, Out out, T start, Op op, bool exclusive) {
    auto *from = __simt_raw(first);
    auto *to = __simt_raw(out);
    size_t n = last - first, bytes = 1;
    if (__simt_is_host(from)) {
        T sum = start;
        for (size_t i = 0; i < n; i++) {
            T item = from[i], next = i == 0 && !exclusive ? item : op(sum, item);
            to[i] = exclusive ? sum : next;
            sum = next;
        }
    } else if (n > 0) {
        cub::__simt_launch_scan(to, bytes, from, to, (long long)n, op, start, exclusive, exclusive, 0);
    }
    return out + n;
}
template <class It, class Out> Out inclusive_scan(It first, It last, Out out) {
    typedef typename cub::__simt_value_of<It>::type T;
    return __simt_scan(first, last, out, T(0), plus<T>(), false);
}
template <class It, class Out, class Op> Out inclusive_scan(It first, It last, Out out, Op op) {
    typedef typename cub::__simt_value_of<It>::type T;
    return __simt_scan(first, last, out, T(0), op, false);
}
template <class It, class Out> Out exclusive_scan(It first, It last, Out out) {
    typedef typename cub::__simt_value_of<It>::type T;
    return __simt_scan(first, last, out, T(0), plus<T>(), true);
}
template <class It, class Out, class T> Out exclusive_scan(It first, It last, Out out, T start) {
    return __simt_scan(first, last, out, start, plus<T>(), true);
}
template <class It, class Out, class T, class Op> Out exclusive_scan(It first, It last, Out out, T start, Op op) {
    return __simt_scan(first, last, out, start, op, true);
}

// ---- sorting: by merging on the host, where any order will do ----
template <class T, class V, class Less>
void __simt_merge_sort(T *keys, V *values, T *spare, V *spare_values, size_t n, Less before) {
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t base = 0; base < n; base += 2 * width) {
            size_t middle = base + width < n ? base + width : n, end = base + 2 * width < n ? base + 2 * width : n;
            size_t a = base, b = middle;
            for (size_t to = base; to < end; to++) {
                bool left = a < middle && (b >= end || !before(keys[b], keys[a]));
                size_t from = left ? a++ : b++;
                spare[to] = keys[from];
                if (values) spare_values[to] = values[from];
            }
        }
        for (size_t i = 0; i < n; i++) {
            keys[i] = spare[i];
            if (values) values[i] = spare_values[i];
        }
    }
}
template <class It, class Less> void sort(It first, It last, Less before) {
    typedef typename cub::__simt_value_of<It>::type T;
    size_t n = last - first;
    T *keys = (T *)malloc(n * sizeof(T) + 1), *spare = (T *)malloc(n * sizeof(T) + 1);
    copy(first, last, keys);
    __simt_merge_sort(keys, (char *)nullptr, spare, (char *)nullptr, n, before);
    copy(keys, keys + n, first);
    free(keys);
    free(spare);
}
template <class It> void sort(It first, It last) {
    sort(first, last, less<typename cub::__simt_value_of<It>::type>());
}
template <class It> void stable_sort(It first, It last) { sort(first, last); }
template <class It, class It2, class Less> void sort_by_key(It first, It last, It2 values, Less before) {
    typedef typename cub::__simt_value_of<It>::type T;
    typedef typename cub::__simt_value_of<It2>::type V;
    size_t n = last - first;
    T *keys = (T *)malloc(n * sizeof(T) + 1), *spare = (T *)malloc(n * sizeof(T) + 1);
    V *with = (V *)malloc(n * sizeof(V) + 1), *spare_with = (V *)malloc(n * sizeof(V) + 1);
    copy(first, last, keys);
    copy(values, values + n, with);
    __simt_merge_sort(keys, with, spare, spare_with, n, before);
    copy(keys, keys + n, first);
    copy(with, with + n, values);
    free(keys);
    free(spare);
    free(with);
    free(spare_with);
}
template <class It, class It2> void sort_by_key(It first, It last, It2 values) {
    sort_by_key(first, last, values, less<typename cub::__simt_value_of<It>::type>());
}

// ---- the same with a policy first: where the memory is decides anyway ----
#define SIMT_POLICY(P)                                                                                                 \
    template <class It> void sort(const P &p, It a, It b) { sort(a, b); }                                              \
    template <class It, class C> void sort(const P &p, It a, It b, C c) { sort(a, b, c); }                             \
    template <class It, class V> void sort_by_key(const P &p, It a, It b, V v) { sort_by_key(a, b, v); }               \
    template <class It> auto reduce(const P &p, It a, It b) { return reduce(a, b); }                                   \
    template <class It, class T> T reduce(const P &p, It a, It b, T t) { return reduce(a, b, t); }                     \
    template <class It, class T, class O> T reduce(const P &p, It a, It b, T t, O o) { return reduce(a, b, t, o); }    \
    template <class It, class V> void fill(const P &p, It a, It b, V v) { fill(a, b, v); }                             \
    template <class It> void sequence(const P &p, It a, It b) { sequence(a, b); }                                      \
    template <class It, class O, class F> O transform(const P &p, It a, It b, O o, F f) {                              \
        return transform(a, b, o, f);                                                                                  \
    }                                                                                                                  \
    template <class It, class I, class O, class F> O transform(const P &p, It a, It b, I i, O o, F f) {                \
        return transform(a, b, i, o, f);                                                                               \
    }                                                                                                                  \
    template <class It, class F> It for_each(const P &p, It a, It b, F f) { return for_each(a, b, f); }                \
    template <class It, class O> O copy(const P &p, It a, It b, O o) { return copy(a, b, o); }                         \
    template <class It, class O> O inclusive_scan(const P &p, It a, It b, O o) { return inclusive_scan(a, b, o); }     \
    template <class It, class O> O exclusive_scan(const P &p, It a, It b, O o) { return exclusive_scan(a, b, o); }
SIMT_POLICY(__simt_on_host)
SIMT_POLICY(__simt_on_device)
#undef SIMT_POLICY

}  // namespace thrust
