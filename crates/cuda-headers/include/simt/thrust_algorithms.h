// Thrust's algorithms, each for a side that is known when it compiles: kernels over the device's rows, loops over the host's.
// The rule: `P` says which side; what a functor of the device alone does is never asked of the host. Rows are cursors:
// `row[i]` is an element.
// Next: simt/thrust_select.h, simt/thrust_calls.h, which puts names to them.
#pragma once
#include <simt/sort.h>
#include <simt/thrust_iterators.h>
#include <stdlib.h>

namespace thrust {

template <class It> using __simt_value = typename cub::__simt_value_of<It>::type;

template <class F> __global__ void __simt_each(size_t n, F f) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) f(i);
}
template <class P, class F> void __simt_for(size_t n, F f) {
    if constexpr (P::there) {
        if (n > 0) __simt_each<<<__simt_grid(n), 256>>>(n, f);
        __simt_cuda_synchronize();
    } else {
        for (size_t i = 0; i < n; i++) f(i);
    }
}
// Memory for so many elements on a side.
template <class P, class T> struct __simt_room {
    T *place = nullptr;
    explicit __simt_room(size_t n) {
        if constexpr (P::there) __simt_cuda_malloc_managed((void **)&place, (n + 1) * sizeof(T));
        else place = (T *)malloc((n + 1) * sizeof(T));
    }
    __simt_room(const __simt_room &) = delete;
    ~__simt_room() {
        if constexpr (P::there) __simt_cuda_free(place);
        else free(place);
    }
};
template <class P> void __simt_wait() {
    if constexpr (P::there) __simt_cuda_synchronize();
}

// ---- one element after the other ----
template <class C, class T> struct __simt_filler {
    C to;
    T value;
    __host__ __device__ void operator()(size_t i) const { to[i] = value; }
};
template <class C, class T> struct __simt_counter {
    C to;
    T first, step;
    __host__ __device__ void operator()(size_t i) const { to[i] = (T)(first + step * (T)i); }
};
template <class C, class D> struct __simt_copier {
    C from;
    D to;
    __host__ __device__ void operator()(size_t i) const { to[i] = from[i]; }
};
template <class C, class D, class F> struct __simt_mapper {
    C from;
    D to;
    F f;
    __host__ __device__ void operator()(size_t i) { to[i] = f(from[i]); }
};
template <class C, class B, class D, class F> struct __simt_zipper {
    C a;
    B b;
    D to;
    F f;
    __host__ __device__ void operator()(size_t i) { to[i] = f(a[i], b[i]); }
};
template <class C, class F> struct __simt_visitor {
    C at;
    F f;
    __host__ __device__ void operator()(size_t i) {
        auto &&one = at[i];
        f(one);
    }
};
template <class C, class M, class D, class F, class Q> struct __simt_chooser {
    C from;
    M mask;
    D to;
    F f;
    Q asked;
    __host__ __device__ void operator()(size_t i) {
        if (asked(mask[i])) to[i] = f(from[i]);
    }
};
template <class P, class C, class V> void __simt_fill_row(P, C to, size_t n, V value) {
    __simt_for<P>(n, __simt_filler<C, V>{to, value});
}
template <class P, class A, class B, class F> auto __simt_map_row(P, A from, size_t n, B to, F f) {
    __simt_for<P>(n, __simt_mapper<A, B, F>{from, to, f});
}

// ---- everything into one: chunks by threads, then chunks of these, so that sums of floats err as little as a device's trees do ----
constexpr size_t __simt_chunk = 32;
inline size_t __simt_chunks(size_t n) { return (n + __simt_chunk - 1) / __simt_chunk; }
inline unsigned __simt_chunk_blocks(size_t chunks) { return (unsigned)((chunks + 255) / 256); }
template <class C, class T, class Op> __global__ void __simt_fold_chunks(C row, size_t n, T *out, Op op) {
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x, from = t * __simt_chunk, end = from + __simt_chunk < n ? from + __simt_chunk : n;
    if (from >= n) return;
    T sum = (T)row[from];
    for (size_t i = from + 1; i < end; i++) sum = op(sum, (T)row[i]);
    out[t] = sum;
}
template <class T, class Op> __global__ void __simt_join(T *a, T b, Op op) { *a = op(b, *a); }
template <class P, class C, class T, class Op> T __simt_fold(P, C row, size_t n, T start, Op op) {
    if (n == 0) return start;
    if constexpr (P::there) {
        size_t left = __simt_chunks(n), fewer = __simt_chunks(left);
        __simt_room<P, T> room(left + fewer);
        T *sums = room.place, *next = sums + left;
        __simt_fold_chunks<<<__simt_chunk_blocks(left), 256>>>(row, n, sums, op);
        while (left > 1) {
            fewer = __simt_chunks(left);
            __simt_fold_chunks<<<__simt_chunk_blocks(fewer), 256>>>(sums, left, next, op);
            T *before = sums;
            sums = next;
            next = before;
            left = fewer;
        }
        __simt_join<<<1, 1>>>(sums, start, op);
        __simt_cuda_synchronize();
        return *sums;
    } else {
        for (size_t i = 0; i < n; i++) start = op(start, (T)row[i]);
        return start;
    }
}
// Rows that are worked out as they are read.
template <class T, class C, class F> struct __simt_mapped {
    C from;
    mutable F f;
    typedef T value_type;
    __host__ __device__ T operator[](size_t i) const { return (T)f(from[i]); }
};
template <class T, class C, class D, class F> struct __simt_zipped {
    C a;
    D b;
    mutable F f;
    typedef T value_type;
    __host__ __device__ T operator[](size_t i) const { return (T)f(a[i], b[i]); }
};
template <class F> struct __simt_truth {
    F f;
    template <class T> __host__ __device__ long operator()(const T &v) { return f(v) ? 1 : 0; }
};
template <class T> struct __simt_equals {
    T value;
    template <class U> __host__ __device__ bool operator()(const U &v) const { return v == value; }
};

// ---- the best of all: its place ----
struct __simt_first {
    typedef long value_type;
    __host__ __device__ long operator[](size_t i) const { return (long)i; }
};
template <class C, class Less, bool most> struct __simt_better {
    C row;
    mutable Less less;
    __host__ __device__ long operator()(long a, long b) const {
        return (most ? less(row[a], row[b]) : less(row[b], row[a])) ? b : a;
    }
};
template <bool most, class P, class C, class Less> long __simt_best(P p, C row, size_t n, Less less) {
    if (n == 0) return 0;
    return __simt_fold(p, __simt_first(), n, 0L, __simt_better<C, Less, most>{row, less});
}

// ---- scans: each chunk's sum, what is before each chunk, then each chunk ----
template <class C, class D, class T, class Op>
__global__ void __simt_scan_chunks(C row, D to, size_t n, const T *before, Op op, bool exclusive, bool started) {
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x, from = t * __simt_chunk, end = from + __simt_chunk < n ? from + __simt_chunk : n;
    if (from >= n) return;
    T base = before[t], own = base;
    bool after = started || t > 0, inside = false;
    for (size_t i = from; i < end; i++) {
        T item = (T)row[i], next = inside ? op(own, item) : item;
        if (!exclusive) to[i] = after ? op(base, next) : next;
        else if (!inside) to[i] = base;
        else to[i] = after ? op(base, own) : own;
        own = next;
        inside = true;
    }
}
template <class P, class C, class D, class T, class Op>
void __simt_scan_row(P p, C row, D to, size_t n, T start, Op op, bool exclusive, bool started) {
    if (n == 0) return;
    if constexpr (P::there) {
        size_t chunks = __simt_chunks(n);
        unsigned blocks = __simt_chunk_blocks(chunks);
        __simt_room<P, T> room(chunks);
        if (chunks == 1) {
            __simt_fill<<<1, 1>>>(room.place, 1, start);
        } else {
            __simt_fold_chunks<<<blocks, 256>>>(row, n, room.place, op);
            __simt_scan_row(p, room.place, room.place, chunks, start, op, true, started);
        }
        __simt_scan_chunks<<<blocks, 256>>>(row, to, n, (const T *)room.place, op, exclusive, started);
        __simt_cuda_synchronize();
    } else {
        T sum = start;
        bool some = started;
        for (size_t i = 0; i < n; i++) {
            T item = (T)row[i], next = some ? op(sum, item) : item;
            if (exclusive) to[i] = sum;
            else to[i] = next;
            sum = next;
            some = true;
        }
    }
}

// ---- sorting: runs are merged, each element goes to where it will stand; equal ones keep their order ----
template <class T, class V, class Less> struct __simt_merger {
    const T *keys;
    const V *values;
    T *to;
    V *values_to;
    size_t n, width;
    mutable Less less;
    __host__ __device__ void operator()(size_t i) const {
        size_t base = i / (2 * width) * (2 * width), middle = base + width < n ? base + width : n;
        size_t end = middle + width < n ? middle + width : n;
        bool left = i < middle;
        size_t low = left ? middle : base, high = left ? end : middle, first = low;
        while (low < high) {
            size_t half = low + (high - low) / 2;
            bool before = left ? less(keys[half], keys[i]) : !less(keys[i], keys[half]);
            if (before) low = half + 1;
            else high = half;
        }
        size_t at = left ? i + (low - first) : base + (i - middle) + (low - first);
        to[at] = keys[i];
        if (values) values_to[at] = values[i];
    }
};
// Sorts keys that are numbers at once, and moves values along; false where that is not to be done.
template <class T, class V, class Less> bool __simt_sorted(T *keys, V *values, size_t n, Less less, bool with) {
    if constexpr (std::__sort_kind<Less, T>::value >= 0 && std::is_trivially_copyable<V>::value) {
        if (n <= 64) return false;
        T *row = (T *)malloc(n * sizeof(T));
        __simt_cuda_memcpy(row, keys, n * sizeof(T), cudaMemcpyDefault);
        unsigned int *order = with ? (unsigned int *)malloc(n * sizeof(unsigned int)) : nullptr;
        bool done = __simt_sort(row, n, std::__sort_kind<Less, T>::value | 32, order);
        if (done) __simt_cuda_memcpy(keys, row, n * sizeof(T), cudaMemcpyDefault);
        if (done && with) {
            V *before = (V *)malloc(n * sizeof(V)), *after = (V *)malloc(n * sizeof(V));
            __simt_cuda_memcpy(before, values, n * sizeof(V), cudaMemcpyDefault);
            for (size_t i = 0; i < n; i++) after[i] = before[order[i]];
            __simt_cuda_memcpy(values, after, n * sizeof(V), cudaMemcpyDefault);
            free(before);
            free(after);
        }
        free(order);
        free(row);
        return done;
    } else return false;
}
template <class C, class D, class Less> bool __simt_sorted(C keys, D values, size_t n, Less less, bool with) { return false; }

template <class P, class C, class D, class Less> void __simt_sort_rows(P p, C keys, D values, size_t n, Less less, bool with) {
    if (__simt_sorted(keys, values, n, less, with)) return;
    typedef __simt_value<C> T;
    typedef __simt_value<D> V;
    __simt_room<P, T> a(n), b(n);
    __simt_room<P, V> v(with ? n : 0), w(with ? n : 0);
    __simt_for<P>(n, __simt_copier<C, T *>{keys, a.place});
    if (with) __simt_for<P>(n, __simt_copier<D, V *>{values, v.place});
    T *from = a.place, *to = b.place;
    V *from_v = with ? v.place : nullptr, *to_v = w.place;
    for (size_t width = 1; width < n; width *= 2) {
        __simt_for<P>(n, __simt_merger<T, V, Less>{from, from_v, to, to_v, n, width, less});
        T *t = from;
        from = to;
        to = t;
        if (with) {
            V *u = from_v;
            from_v = to_v;
            to_v = u;
        }
    }
    __simt_for<P>(n, __simt_copier<T *, C>{from, keys});
    if (with) __simt_for<P>(n, __simt_copier<V *, D>{from_v, values});
    __simt_wait<P>();
}

}  // namespace thrust
