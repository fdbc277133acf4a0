// What CUDA's headers declare beside the functions that the machine has: lengths of vectors, what kind a number is, barriers by
// number, a set bit by its number. Included where one of the names is mentioned.
#pragma once
#include <cuda_runtime.h>

// The length is the root of a sum of squares that are scaled by a power of two, so that none is too large or too small.
template <class T> inline __device__ T __simt_length(const T *p, int n, bool inverse) {
    T most = 0;
    bool none = false;
    for (int i = 0; i < n; i++) {
        T size = fabs(p[i]);
        if (isinf(size)) return inverse ? T(0) : size;
        none = none || size != size;
        if (size > most) most = size;
    }
    if (none) return p[0] * T(0) + most * T(0) + (T)__int_as_float(0x7fc00000);
    if (most == T(0)) return inverse ? T(1) / most : most;
    int by = ilogb(most);
    double sum = 0.0, less = 0.0;
    for (int i = 0; i < n; i++) {
        double x = scalbn((double)p[i], -by), square = x * x, more = fma(x, x, -square), all = sum + square;
        less += (sum > square ? square - (all - sum) : sum - (all - square)) + more;
        sum = all;
    }
    double root = sqrt(sum + less);
    return (T)(inverse ? scalbn(1.0 / root, -by) : scalbn(root, by));
}
inline __device__ double norm(int n, const double *p) { return __simt_length(p, n, false); }
inline __device__ float normf(int n, const float *p) { return __simt_length(p, n, false); }
inline __device__ double rnorm(int n, const double *p) { return __simt_length(p, n, true); }
inline __device__ float rnormf(int n, const float *p) { return __simt_length(p, n, true); }
inline __device__ double norm4d(double a, double b, double c, double d) {
    double p[4] = {a, b, c, d};
    return __simt_length(p, 4, false);
}
inline __device__ float norm4df(float a, float b, float c, float d) {
    float p[4] = {a, b, c, d};
    return __simt_length(p, 4, false);
}
inline __device__ double rnorm4d(double a, double b, double c, double d) {
    double p[4] = {a, b, c, d};
    return __simt_length(p, 4, true);
}
inline __device__ float rnorm4df(float a, float b, float c, float d) {
    float p[4] = {a, b, c, d};
    return __simt_length(p, 4, true);
}

#define SIMT_KIND inline __host__ __device__ int
SIMT_KIND __finite(double x) { return isfinite(x) ? 1 : 0; }
SIMT_KIND __finitef(float x) { return isfinite(x) ? 1 : 0; }
SIMT_KIND __isfinited(double x) { return isfinite(x) ? 1 : 0; }
SIMT_KIND __isinf(double x) { return isinf(x) ? 1 : 0; }
SIMT_KIND __isinff(float x) { return isinf(x) ? 1 : 0; }
SIMT_KIND __isinfd(double x) { return isinf(x) ? 1 : 0; }
SIMT_KIND __isnan(double x) { return isnan(x) ? 1 : 0; }
SIMT_KIND __isnanf(float x) { return isnan(x) ? 1 : 0; }
SIMT_KIND __isnand(double x) { return isnan(x) ? 1 : 0; }
SIMT_KIND __signbit(double x) { return signbit(x) ? 1 : 0; }
SIMT_KIND __signbitf(float x) { return signbit(x) ? 1 : 0; }
SIMT_KIND __signbitd(double x) { return signbit(x) ? 1 : 0; }
#undef SIMT_KIND

// As the device's tanh.approx, whose error is far below what it may be.
inline __device__ float __tanhf(float x) { return tanhf(x); }

// The place of the bit that is `n` set bits from `base` on, upwards or downwards; none is all ones.
inline __device__ unsigned int __fns(unsigned int mask, unsigned int base, int n) {
    if (n == 0) return base < 32u && (mask >> base & 1u) ? base : 0xffffffffu;
    for (int at = (int)base, left = n; at >= 0 && at < 32; at += n > 0 ? 1 : -1)
        if ((mask >> at & 1u) && (left -= n > 0 ? 1 : -1) == 0) return (unsigned int)at;
    return 0xffffffffu;
}
inline __device__ void __barrier_sync(unsigned int id) { asm volatile("barrier.sync %0;" ::"r"(id) : "memory"); }
inline __device__ void __barrier_sync_count(unsigned int id, unsigned int count) {
    asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(count) : "memory");
}
inline __device__ unsigned short __nv_bswap16(unsigned short x) { return (unsigned short)(x >> 8 | x << 8); }
inline __device__ unsigned int __nv_bswap32(unsigned int x) { return __byte_perm(x, 0u, 0x0123u); }
inline __device__ unsigned long long __nv_bswap64(unsigned long long x) {
    return (unsigned long long)__nv_bswap32((unsigned int)x) << 32 | __nv_bswap32((unsigned int)(x >> 32));
}
inline __host__ __device__ constexpr unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)(x >> 8 | x << 8); }
inline __host__ __device__ constexpr unsigned int __builtin_bswap32(unsigned int x) {
    return x >> 24 | (x >> 8 & 0xff00u) | (x & 0xff00u) << 8 | x << 24;
}
inline __host__ __device__ constexpr unsigned long __builtin_bswap64(unsigned long x) {
    return (unsigned long)__builtin_bswap32((unsigned int)x) << 32 | __builtin_bswap32((unsigned int)(x >> 32));
}
