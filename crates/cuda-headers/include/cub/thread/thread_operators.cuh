// CUB's small types: operations, key-value pairs, the value type of an iterator, shuffles of any type.
// Next: cub/cub.cuh.
#pragma once
#include <simt/shuffle.h>

namespace cub {

struct NullType {};

template <class K, class V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    __host__ __device__ KeyValuePair() {}
    __host__ __device__ KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
    __host__ __device__ bool operator!=(const KeyValuePair &b) const { return key != b.key || value != b.value; }
};

struct Sum {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Difference {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a - b; }
};
struct Division {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a / b; }
};
struct Max {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return b > a ? b : a; }
};
struct Min {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
struct ArgMax {
    template <class P> __host__ __device__ P operator()(const P &a, const P &b) const {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class P> __host__ __device__ P operator()(const P &a, const P &b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct Equality {
    template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a == b; }
};
struct Inequality {
    template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a != b; }
};

// What an iterator points at, without `const`.
template <class It> struct __simt_value_of { typedef typename It::value_type type; };
template <class T> struct __simt_value_of<T *> { typedef T type; };
template <class T> struct __simt_value_of<const T *> { typedef T type; };

inline __device__ int __simt_thread() {
    return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

}  // namespace cub
