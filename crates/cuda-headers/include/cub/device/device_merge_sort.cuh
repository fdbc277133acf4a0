// cub::DeviceMergeSort, and sorting by segments: keys, and values with them, in the order that a function says; stable.
// The rule: runs of one, two, four… items are merged; every item finds its place in the other run by halving, so all move at once.
// Next: cub/device/device_radix_sort.cuh.
#pragma once
#include <cub/device/device_radix_sort.cuh>
#include <functional>
#include <type_traits>

namespace cub {

// Where an item of a run of `width` goes: among those of the run beside it. Of equal ones the left run's come first.
template <class K, class Op>
__device__ long long __simt_merged(const K *keys, long long i, long long width, long long from, long long to, Op op) {
    long long run = (i - from) / width, start = from + (run ^ 1) * width;
    bool left = (run & 1) == 0;
    long long low = start < to ? start : to, high = start + width < to ? start + width : to;
    long long first = low;
    while (low < high) {
        long long middle = low + (high - low) / 2;
        bool before = left ? op(keys[middle], keys[i]) : !op(keys[i], keys[middle]);
        if (before) low = middle + 1;
        else high = middle;
    }
    return left ? i + (low - first) : i - width + (low - first);
}
template <class K, class V, class Op>
__global__ void __simt_merge_pass(const K *keys, K *keys_to, const V *values, V *values_to, long long n, long long width,
                                  Op op) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i >= n) return;
    long long to = __simt_merged(keys, i, width, 0, n, op);
    keys_to[to] = keys[i];
    if (values) values_to[to] = values[i];
}
template <class In, class T> __global__ void __simt_take(In in, T *to, long long n) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i < n) to[i] = in[i];
}
template <class T, class Out> __global__ void __simt_give_back(const T *from, Out out, long long n) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i < n) out[i] = from[i];
}
// `values` are none where V is NullType.
template <class KIn, class VIn, class KOut, class VOut, class Op>
cudaError_t __simt_merge_sort(void *storage, size_t &bytes, KIn keys, VIn values, KOut keys_to, VOut values_to,
                              long long n, Op op, cudaStream_t stream) {
    typedef typename __simt_value_of<KIn>::type K;
    typedef typename __simt_value_of<VIn>::type V;
    constexpr bool pairs = !std::is_same<V, NullType>::value;
    size_t key_bytes = (sizeof(K) * (size_t)n + 255) / 256 * 256, value_bytes = (sizeof(V) * (size_t)n + 255) / 256 * 256;
    if (!storage) {
        bytes = 2 * (key_bytes + (pairs ? value_bytes : 0)) + 1;
        return cudaSuccess;
    }
    if (n <= 0) return cudaSuccess;
    int blocks = (int)((n + 255) / 256);
    K *from = (K *)storage, *to = (K *)((char *)storage + key_bytes);
    V *from_values = (V *)((char *)storage + 2 * key_bytes), *to_values = (V *)((char *)from_values + value_bytes);
    if (!pairs) from_values = to_values = (V *)0;
    __simt_take<<<blocks, 256, 0, stream>>>(keys, from, n);
    if constexpr (pairs) __simt_take<<<blocks, 256, 0, stream>>>(values, from_values, n);
    for (long long width = 1; width < n; width *= 2) {
        __simt_merge_pass<<<blocks, 256, 0, stream>>>((const K *)from, to, (const V *)from_values, to_values, n, width, op);
        K *keys_free = from;
        V *values_free = from_values;
        from = to;
        from_values = to_values;
        to = keys_free;
        to_values = values_free;
    }
    __simt_give_back<<<blocks, 256, 0, stream>>>((const K *)from, keys_to, n);
    if constexpr (pairs) __simt_give_back<<<blocks, 256, 0, stream>>>((const V *)from_values, values_to, n);
    return cudaPeekAtLastError();
}

struct DeviceMergeSort {
    template <class KIn, class KOut, class N, class Op>
    static cudaError_t SortKeysCopy(void *storage, size_t &bytes, KIn in, KOut out, N n, Op op, cudaStream_t stream = 0) {
        return __simt_merge_sort(storage, bytes, in, (NullType *)0, out, (NullType *)0, (long long)n, op, stream);
    }
    template <class K, class N, class Op>
    static cudaError_t SortKeys(void *storage, size_t &bytes, K keys, N n, Op op, cudaStream_t stream = 0) {
        return SortKeysCopy(storage, bytes, keys, keys, n, op, stream);
    }
    template <class K, class N, class Op>
    static cudaError_t StableSortKeys(void *storage, size_t &bytes, K keys, N n, Op op, cudaStream_t stream = 0) {
        return SortKeysCopy(storage, bytes, keys, keys, n, op, stream);
    }
    template <class KIn, class KOut, class N, class Op>
    static cudaError_t StableSortKeysCopy(void *storage, size_t &bytes, KIn in, KOut out, N n, Op op,
                                          cudaStream_t stream = 0) {
        return SortKeysCopy(storage, bytes, in, out, n, op, stream);
    }
    template <class KIn, class VIn, class KOut, class VOut, class N, class Op>
    static cudaError_t SortPairsCopy(void *storage, size_t &bytes, KIn in, VIn values, KOut out, VOut values_out, N n,
                                     Op op, cudaStream_t stream = 0) {
        return __simt_merge_sort(storage, bytes, in, values, out, values_out, (long long)n, op, stream);
    }
    template <class K, class V, class N, class Op>
    static cudaError_t SortPairs(void *storage, size_t &bytes, K keys, V values, N n, Op op, cudaStream_t stream = 0) {
        return SortPairsCopy(storage, bytes, keys, values, keys, values, n, op, stream);
    }
    template <class K, class V, class N, class Op>
    static cudaError_t StableSortPairs(void *storage, size_t &bytes, K keys, V values, N n, Op op,
                                       cudaStream_t stream = 0) {
        return SortPairsCopy(storage, bytes, keys, values, keys, values, n, op, stream);
    }
};

// ---- each segment for itself, a block each ----
// Keys by the bits that count, from the lowest or the highest.
struct __simt_by_bits {
    int begin, count;
    bool down;
    template <class K> __device__ bool operator()(const K &a, const K &b) const {
        unsigned long long low = count >= 64 ? ~0ull : (1ull << count) - 1ull;
        unsigned long long x = (__simt_radix(a) >> begin) & low, y = (__simt_radix(b) >> begin) & low;
        return down ? x > y : x < y;
    }
};
template <class K, class V, class Begin, class End, class Op>
__global__ void __simt_segment_sort(const K *keys, K *keys_to, K *keys_spare, const V *values, V *values_to,
                                    V *values_spare, Begin begin, End end, Op op) {
    long long from = begin[blockIdx.x], to = end[blockIdx.x];
    for (long long i = from + threadIdx.x; i < to; i += 256) {
        keys_spare[i] = keys[i];
        if (values) values_spare[i] = values[i];
    }
    __syncthreads();
    K *here = keys_spare, *there = keys_to;
    V *mine = values_spare, *next = values_to;
    for (long long width = 1; width < to - from; width *= 2) {
        for (long long i = from + threadIdx.x; i < to; i += 256) {
            long long at = __simt_merged((const K *)here, i, width, from, to, op);
            there[at] = here[i];
            if (values) next[at] = mine[i];
        }
        __syncthreads();
        K *k = here;
        V *v = mine;
        here = there;
        mine = next;
        there = k;
        next = v;
    }
    if (here == keys_to) return;
    for (long long i = from + threadIdx.x; i < to; i += 256) {
        keys_to[i] = here[i];
        if (values) values_to[i] = mine[i];
    }
}
template <class K, class V, class Begin, class End>
cudaError_t __simt_sort_segments(void *storage, size_t &bytes, const K *keys, K *keys_to, const V *values, V *values_to,
                                 long long n, long long segments, Begin begin, End end, __simt_by_bits op,
                                 cudaStream_t stream) {
    size_t key_bytes = (sizeof(K) * (size_t)n + 255) / 256 * 256;
    if (!storage) {
        bytes = key_bytes + (values ? sizeof(V) * (size_t)n : 0) + 1;
        return cudaSuccess;
    }
    if (segments > 0)
        __simt_segment_sort<<<(int)segments, 256, 0, stream>>>(keys, keys_to, (K *)storage, values, values_to,
                                                               (V *)((char *)storage + key_bytes), begin, end, op);
    return cudaPeekAtLastError();
}

// Two structures of the same functions, of which one may be told which bits count.
#define SIMT_SEGMENT_KEYS(name, down)                                                                     \
    template <class K, class N, class S, class Begin, class End>                                                       \
    static cudaError_t name(void *storage, size_t &bytes, const K *in, K *out, N n, S segments, Begin begin, End end   \
                            SIMT_BITS, cudaStream_t stream = 0) {                                                      \
        __simt_by_bits op = {SIMT_FROM, SIMT_TO - SIMT_FROM, down};                                                    \
        return __simt_sort_segments(storage, bytes, in, out, (const char *)0, (char *)0, (long long)n,                 \
                                    (long long)segments, begin, end, op, stream);                                      \
    }                                                                                                                  \
    template <class K, class N, class S, class Begin, class End>                                                       \
    static cudaError_t name(void *storage, size_t &bytes, DoubleBuffer<K> &keys, N n, S segments, Begin begin, End end \
                            SIMT_BITS, cudaStream_t stream = 0) {                                                      \
        __simt_by_bits op = {SIMT_FROM, SIMT_TO - SIMT_FROM, down};                                                    \
        cudaError_t error = __simt_sort_segments(storage, bytes, (const K *)keys.Current(), keys.Alternate(),          \
                                                 (const char *)0, (char *)0, (long long)n, (long long)segments, begin, \
                                                 end, op, stream);                                                     \
        if (storage) keys.selector ^= 1;                                                                               \
        return error;                                                                                                  \
    }
#define SIMT_SEGMENT_PAIRS(name, down)                                                                    \
    template <class K, class V, class N, class S, class Begin, class End>                                              \
    static cudaError_t name(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out, N n,    \
                            S segments, Begin begin, End end SIMT_BITS, cudaStream_t stream = 0) {                     \
        __simt_by_bits op = {SIMT_FROM, SIMT_TO - SIMT_FROM, down};                                                    \
        return __simt_sort_segments(storage, bytes, in, out, values, values_out, (long long)n, (long long)segments,    \
                                    begin, end, op, stream);                                                           \
    }                                                                                                                  \
    template <class K, class V, class N, class S, class Begin, class End>                                              \
    static cudaError_t name(void *storage, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n,         \
                            S segments, Begin begin, End end SIMT_BITS, cudaStream_t stream = 0) {                     \
        __simt_by_bits op = {SIMT_FROM, SIMT_TO - SIMT_FROM, down};                                                    \
        cudaError_t error = __simt_sort_segments(storage, bytes, (const K *)keys.Current(), keys.Alternate(),          \
                                                 (const V *)values.Current(), values.Alternate(), (long long)n,        \
                                                 (long long)segments, begin, end, op, stream);                         \
        if (storage) {                                                                                                 \
            keys.selector ^= 1;                                                                                        \
            values.selector ^= 1;                                                                                      \
        }                                                                                                              \
        return error;                                                                                                  \
    }
#define SIMT_COMMA ,
#define SIMT_BITS SIMT_COMMA int from = 0 SIMT_COMMA int to = sizeof(K) * 8
#define SIMT_FROM from
#define SIMT_TO to
struct DeviceSegmentedRadixSort {
    SIMT_SEGMENT_KEYS(SortKeys, false)
    SIMT_SEGMENT_KEYS(SortKeysDescending, true)
    SIMT_SEGMENT_PAIRS(SortPairs, false)
    SIMT_SEGMENT_PAIRS(SortPairsDescending, true)
};
#undef SIMT_BITS
#undef SIMT_FROM
#undef SIMT_TO
#define SIMT_BITS
#define SIMT_FROM 0
#define SIMT_TO (int)sizeof(K) * 8
struct DeviceSegmentedSort {
    SIMT_SEGMENT_KEYS(SortKeys, false)
    SIMT_SEGMENT_KEYS(SortKeysDescending, true)
    SIMT_SEGMENT_KEYS(StableSortKeys, false)
    SIMT_SEGMENT_KEYS(StableSortKeysDescending, true)
    SIMT_SEGMENT_PAIRS(SortPairs, false)
    SIMT_SEGMENT_PAIRS(SortPairsDescending, true)
    SIMT_SEGMENT_PAIRS(StableSortPairs, false)
    SIMT_SEGMENT_PAIRS(StableSortPairsDescending, true)
};
#undef SIMT_BITS
#undef SIMT_FROM
#undef SIMT_TO
#undef SIMT_COMMA
#undef SIMT_SEGMENT_KEYS
#undef SIMT_SEGMENT_PAIRS

// ---- two sorted arrays into one ----
template <class K1, class V1, class K2, class V2, class K, class V, class Op>
__global__ void __simt_merge_two(K1 one, V1 one_values, long long n, K2 two, V2 two_values, long long m, K out,
                                 V out_values, Op op) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i >= n + m) return;
    long long low = 0, high = i < n ? m : n;
    while (low < high) {
        long long middle = low + (high - low) / 2;
        bool before = i < n ? op(two[middle], one[i]) : !op(two[i - n], one[middle]);
        if (before) low = middle + 1;
        else high = middle;
    }
    long long to = i < n ? i + low : i - n + low;
    if (i < n) out[to] = one[i];
    else out[to] = two[i - n];
    if constexpr (!std::is_same<typename __simt_value_of<V>::type, NullType>::value) {
        if (i < n) out_values[to] = one_values[i];
        else out_values[to] = two_values[i - n];
    }
}
struct DeviceMerge {
    template <class K1, class N1, class K2, class N2, class K, class Op = std::less<>>
    static cudaError_t MergeKeys(void *storage, size_t &bytes, K1 one, N1 n, K2 two, N2 m, K out, Op op = {},
                                 cudaStream_t stream = 0) {
        NullType *none = 0;
        return MergePairs(storage, bytes, one, none, n, two, none, m, out, none, op, stream);
    }
    template <class K1, class V1, class N1, class K2, class V2, class N2, class K, class V, class Op = std::less<>>
    static cudaError_t MergePairs(void *storage, size_t &bytes, K1 one, V1 one_values, N1 n, K2 two, V2 two_values, N2 m,
                                  K out, V out_values, Op op = {}, cudaStream_t stream = 0) {
        if (!storage) {
            bytes = 1;
            return cudaSuccess;
        }
        long long all = (long long)n + (long long)m;
        if (all > 0)
            __simt_merge_two<<<(int)((all + 255) / 256), 256, 0, stream>>>(one, one_values, (long long)n, two, two_values,
                                                                           (long long)m, out, out_values, op);
        return cudaPeekAtLastError();
    }
};

}  // namespace cub
