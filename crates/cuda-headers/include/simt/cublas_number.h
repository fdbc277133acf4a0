// The numbers of cuBLAS: float and double as they are, the complex ones as pairs with arithmetic.
// Next: simt/cublas_shapes.h, the matrices.
#pragma once
#include <cuComplex.h>

template <class R> struct alignas(2 * sizeof(R)) __simt_pair {
    R x, y;
    __simt_pair() = default;
    __host__ __device__ __simt_pair(R re, R im = R(0)) : x(re), y(im) {}
    __host__ __device__ __simt_pair &operator+=(__simt_pair b) {
        x += b.x;
        y += b.y;
        return *this;
    }
    __host__ __device__ __simt_pair &operator-=(__simt_pair b) {
        x -= b.x;
        y -= b.y;
        return *this;
    }
    __host__ __device__ __simt_pair &operator*=(__simt_pair b) { return *this = *this * b; }
    __host__ __device__ friend __simt_pair operator+(__simt_pair a, __simt_pair b) {
        return __simt_pair(a.x + b.x, a.y + b.y);
    }
    __host__ __device__ friend __simt_pair operator-(__simt_pair a, __simt_pair b) {
        return __simt_pair(a.x - b.x, a.y - b.y);
    }
    __host__ __device__ friend __simt_pair operator-(__simt_pair a) { return __simt_pair(-a.x, -a.y); }
    __host__ __device__ friend __simt_pair operator*(__simt_pair a, __simt_pair b) {
        return __simt_pair(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    }
    __host__ __device__ friend __simt_pair operator/(__simt_pair a, __simt_pair b) {
        R size = b.x * b.x + b.y * b.y;
        return __simt_pair((a.x * b.x + a.y * b.y) / size, (a.y * b.x - a.x * b.y) / size);
    }
    __host__ __device__ friend bool operator==(__simt_pair a, __simt_pair b) { return a.x == b.x && a.y == b.y; }
    __host__ __device__ friend bool operator!=(__simt_pair a, __simt_pair b) { return !(a == b); }
};

// The number that arithmetic is done on, for each that cuBLAS's functions take.
template <class T> struct __simt_worked { typedef T type; };
template <> struct __simt_worked<float2> { typedef __simt_pair<float> type; };
template <> struct __simt_worked<double2> { typedef __simt_pair<double> type; };

template <class T> __host__ __device__ T __simt_conjugate(T x) { return x; }
template <class R> __host__ __device__ __simt_pair<R> __simt_conjugate(__simt_pair<R> x) {
    return __simt_pair<R>(x.x, -x.y);
}
// The size by which cuBLAS compares and sums: of both parts together.
template <class T> __host__ __device__ T __simt_size(T x) { return x < T(0) ? -x : x; }
template <class R> __host__ __device__ R __simt_size(__simt_pair<R> x) { return __simt_size(x.x) + __simt_size(x.y); }
template <class T> __host__ __device__ T __simt_square(T x) { return x * x; }
template <class R> __host__ __device__ R __simt_square(__simt_pair<R> x) { return x.x * x.x + x.y * x.y; }

// A scalar on either side of the bus.
template <class T> T __simt_pointed(const T *p) {
    T value = T();
    if (p) __simt_cuda_memcpy(&value, p, sizeof(T), cudaMemcpyDefault);
    return value;
}
template <class T> void __simt_give(T *p, T value) { __simt_cuda_memcpy(p, &value, sizeof(T), cudaMemcpyDefault); }
// Where a vector begins: one that is gone through backwards is given by its lowest address.
template <class T> T *__simt_first(T *x, long long n, long long step) { return step < 0 ? x + (1 - n) * step : x; }
