// CUB's iterators that hold no memory: counting, constant, transforming, the index with the value.
// Next: cub/cub.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

template <class T, class Offset = long> struct CountingInputIterator {
    typedef T value_type;
    T first;
    __host__ __device__ CountingInputIterator(const T &value) : first(value) {}
    __host__ __device__ T operator*() const { return first; }
    __host__ __device__ T operator[](Offset i) const { return first + (T)i; }
    __host__ __device__ CountingInputIterator operator+(Offset i) const { return CountingInputIterator(first + (T)i); }
    __host__ __device__ CountingInputIterator operator-(Offset i) const { return CountingInputIterator(first - (T)i); }
    __host__ __device__ Offset operator-(CountingInputIterator b) const { return (Offset)(first - b.first); }
    __host__ __device__ CountingInputIterator &operator++() {
        ++first;
        return *this;
    }
    __host__ __device__ CountingInputIterator &operator+=(Offset i) {
        first += (T)i;
        return *this;
    }
    __host__ __device__ bool operator==(const CountingInputIterator &b) const { return first == b.first; }
    __host__ __device__ bool operator!=(const CountingInputIterator &b) const { return first != b.first; }
};
template <class T, class Offset = long> struct ConstantInputIterator {
    typedef T value_type;
    T value;
    __host__ __device__ ConstantInputIterator(const T &v) : value(v) {}
    __host__ __device__ T operator*() const { return value; }
    __host__ __device__ T operator[](Offset i) const { return value; }
    __host__ __device__ ConstantInputIterator operator+(Offset i) const { return *this; }
    __host__ __device__ ConstantInputIterator &operator++() { return *this; }
};
template <class T, class Op, class It, class Offset = long> struct TransformInputIterator {
    typedef T value_type;
    It it;
    Op op;
    __host__ __device__ TransformInputIterator(It i, Op o) : it(i), op(o) {}
    __host__ __device__ T operator*() const { return op(it[0]); }
    __host__ __device__ T operator[](Offset i) const { return op(it[i]); }
    __host__ __device__ TransformInputIterator operator+(Offset i) const { return TransformInputIterator(it + i, op); }
    __host__ __device__ TransformInputIterator &operator++() {
        it = it + 1;
        return *this;
    }
    __host__ __device__ TransformInputIterator &operator+=(Offset i) {
        it = it + i;
        return *this;
    }
};
template <class It, class Offset = int, class T = typename __simt_value_of<It>::type> struct ArgIndexInputIterator {
    typedef KeyValuePair<Offset, T> value_type;
    It it;
    Offset first;
    __host__ __device__ ArgIndexInputIterator(It i, Offset f = 0) : it(i), first(f) {}
    __host__ __device__ value_type operator*() const { return value_type(first, it[0]); }
    __host__ __device__ value_type operator[](Offset i) const { return value_type(first + i, it[i]); }
    __host__ __device__ ArgIndexInputIterator operator+(Offset i) const {
        return ArgIndexInputIterator(it + i, first + i);
    }
    __host__ __device__ ArgIndexInputIterator &operator++() { return *this = *this + 1; }
};

}  // namespace cub
