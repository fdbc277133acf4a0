// Complex numbers as plain pairs: cuComplex is float2, cuDoubleComplex double2.
// The rule: the products and quotients are those of school; the size avoids overflow by scaling.
#pragma once
#include <cuda_runtime.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define SIMT_COMPLEX(C, R, make, suffix, magnitude)                                                                    \
    inline __host__ __device__ R cuCreal##suffix(C x) { return x.x; }                                                  \
    inline __host__ __device__ R cuCimag##suffix(C x) { return x.y; }                                                  \
    inline __host__ __device__ C cuConj##suffix(C x) { return make(x.x, -x.y); }                                       \
    inline __host__ __device__ C cuCadd##suffix(C a, C b) { return make(a.x + b.x, a.y + b.y); }                       \
    inline __host__ __device__ C cuCsub##suffix(C a, C b) { return make(a.x - b.x, a.y - b.y); }                       \
    inline __host__ __device__ C cuCmul##suffix(C a, C b) {                                                            \
        return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                                     \
    }                                                                                                                  \
    inline __host__ __device__ C cuCdiv##suffix(C a, C b) {                                                            \
        R s = 1 / (magnitude(b.x) + magnitude(b.y)), ax = a.x * s, ay = a.y * s, bx = b.x * s, by = b.y * s;           \
        R d = 1 / (bx * bx + by * by);                                                                                 \
        return make((ax * bx + ay * by) * d, (ay * bx - ax * by) * d);                                                 \
    }
SIMT_COMPLEX(cuFloatComplex, float, make_float2, f, fabsf)
SIMT_COMPLEX(cuDoubleComplex, double, make_double2, , fabs)
#undef SIMT_COMPLEX
inline __host__ __device__ float cuCabsf(cuFloatComplex x) { return hypotf(x.x, x.y); }
inline __host__ __device__ double cuCabs(cuDoubleComplex x) { return hypot(x.x, x.y); }
inline __host__ __device__ cuFloatComplex make_cuFloatComplex(float x, float y) { return make_float2(x, y); }
inline __host__ __device__ cuFloatComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
inline __host__ __device__ cuDoubleComplex make_cuDoubleComplex(double x, double y) { return make_double2(x, y); }
inline __host__ __device__ cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
    return cuCadd(cuCmul(a, b), c);
}
inline __host__ __device__ cuComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
    return make_float2((float)x.x, (float)x.y);
}
inline __host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuComplex x) { return make_double2(x.x, x.y); }
inline __host__ __device__ cuComplex cuCfmaf(cuComplex a, cuComplex b, cuComplex c) { return cuCaddf(cuCmulf(a, b), c); }
