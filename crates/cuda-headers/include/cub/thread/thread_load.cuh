// cub::ThreadLoad and ThreadStore, what a thread does with its own items, and the iterators that name a cache: which cache is used
// changes nothing that a program sees.
// Next: cub/iterator/counting_input_iterator.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>
#include <type_traits>

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier HOW, class It> __device__ typename __simt_value_of<It>::type ThreadLoad(It it) {
    if constexpr (HOW == LOAD_VOLATILE && std::is_pointer<It>::value && std::is_scalar<typename __simt_value_of<It>::type>::value)
        return *(const volatile typename __simt_value_of<It>::type *)it;
    else return *it;
}
template <CacheStoreModifier HOW, class It, class T> __device__ void ThreadStore(It it, T value) {
    if constexpr (HOW == STORE_VOLATILE && std::is_pointer<It>::value && std::is_scalar<typename __simt_value_of<It>::type>::value)
        *(volatile typename __simt_value_of<It>::type *)it = value;
    else *it = value;
}

template <int N, class T, class Op> __device__ T ThreadReduce(T (&items)[N], Op op) {
    T sum = items[0];
    for (int i = 1; i < N; i++) sum = op(sum, items[i]);
    return sum;
}
template <int N, class T, class Op> __device__ T ThreadReduce(T (&items)[N], Op op, T first) {
    for (int i = 0; i < N; i++) first = op(first, items[i]);
    return first;
}
template <class In, class N, class T> __device__ N LowerBound(In in, N n, T value) {
    N from = 0;
    while (n > 0) {
        N half = n / 2;
        if (in[from + half] < value) {
            from += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return from;
}
template <class In, class N, class T> __device__ N UpperBound(In in, N n, T value) {
    N from = 0;
    while (n > 0) {
        N half = n / 2;
        if (value < in[from + half]) {
            n = half;
        } else {
            from += half + 1;
            n -= half + 1;
        }
    }
    return from;
}

template <CacheLoadModifier HOW, class T, class Offset = long> struct CacheModifiedInputIterator {
    typedef T value_type;
    const T *at;
    template <class U> __host__ __device__ CacheModifiedInputIterator(U *p) : at(p) {}
    __host__ __device__ T operator*() const { return *at; }
    __host__ __device__ T operator[](Offset i) const { return at[i]; }
    __host__ __device__ const T *operator->() const { return at; }
    __host__ __device__ CacheModifiedInputIterator operator+(Offset i) const { return CacheModifiedInputIterator(at + i); }
    __host__ __device__ CacheModifiedInputIterator operator-(Offset i) const { return CacheModifiedInputIterator(at - i); }
    __host__ __device__ Offset operator-(CacheModifiedInputIterator b) const { return (Offset)(at - b.at); }
    __host__ __device__ CacheModifiedInputIterator &operator+=(Offset i) {
        at += i;
        return *this;
    }
    __host__ __device__ CacheModifiedInputIterator &operator++() {
        ++at;
        return *this;
    }
};
template <CacheStoreModifier HOW, class T, class Offset = long> struct CacheModifiedOutputIterator {
    typedef T value_type;
    T *at;
    __host__ __device__ CacheModifiedOutputIterator(T *p) : at(p) {}
    __host__ __device__ T &operator*() const { return *at; }
    __host__ __device__ T &operator[](Offset i) const { return at[i]; }
    __host__ __device__ CacheModifiedOutputIterator operator+(Offset i) const { return CacheModifiedOutputIterator(at + i); }
    __host__ __device__ CacheModifiedOutputIterator &operator++() {
        ++at;
        return *this;
    }
};
// Takes what is stored and keeps nothing.
template <class Offset = long> struct DiscardOutputIterator {
    struct nothing {
        template <class T> __host__ __device__ nothing operator=(const T &) const { return *this; }
    };
    typedef nothing value_type;
    Offset at;
    __host__ __device__ DiscardOutputIterator(Offset first = 0) : at(first) {}
    __host__ __device__ nothing operator*() const { return nothing(); }
    __host__ __device__ nothing operator[](Offset) const { return nothing(); }
    __host__ __device__ DiscardOutputIterator operator+(Offset i) const { return DiscardOutputIterator(at + i); }
};

// ---- lanes and warps ----
inline __device__ unsigned int LaneId() { return (unsigned int)__simt_thread() & 31u; }
inline __device__ unsigned int WarpId() { return (unsigned int)__simt_thread() / 32u; }
inline __device__ int RowMajorTid(int x, int y, int z) { return __simt_thread(); }
template <int WIDTH, class T> __device__ T ShuffleIndex(T value, int from, unsigned int mask) {
    return __simt_shfl_sync(value, from, mask, WIDTH);
}
template <int WIDTH, class T> __device__ T ShuffleUp(T value, int by, int first, unsigned int mask) {
    T other = __simt_shfl_up_sync(value, by, mask, WIDTH);
    return (int)(LaneId() & (WIDTH - 1)) - by >= first ? other : value;
}
template <int WIDTH, class T> __device__ T ShuffleDown(T value, int by, int last, unsigned int mask) {
    T other = __simt_shfl_down_sync(value, by, mask, WIDTH);
    return (int)(LaneId() & (WIDTH - 1)) + by <= last ? other : value;
}
template <class T> __device__ unsigned int BFE(T from, unsigned int start, unsigned int count) {
    return (unsigned int)(from >> start) & ((1u << count) - 1u);
}
template <int N, int now = N, int count = 0> struct Log2 {
    enum { VALUE = Log2<N, (now >> 1), count + 1>::VALUE };
};
template <int N, int count> struct Log2<N, 0, count> {
    enum { VALUE = (1 << (count - 1) < N) ? count : count - 1 };
};
template <int N> struct PowerOfTwo {
    enum { VALUE = (N & (N - 1)) == 0 };
};
template <class A, class B> __host__ __device__ constexpr A DivideAndRoundUp(A n, B by) { return (n + by - 1) / by; }
// Shared memory for what has a constructor.
template <class T> struct Uninitialized {
    alignas(T) char bytes[sizeof(T)];
    __host__ __device__ T &Alias() { return *(T *)bytes; }
};
inline cudaError_t PtxVersion(int &version) {
    version = 900;
    return cudaSuccess;
}
inline cudaError_t SmVersion(int &version, int device = 0) {
    int major = 0, minor = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    version = major * 100 + minor * 10;
    return cudaSuccess;
}

}  // namespace cub
