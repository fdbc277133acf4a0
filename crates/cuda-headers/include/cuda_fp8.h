// 8-bit floats: `__nv_fp8_e4m3`, `__nv_fp8_e5m2`, their pairs and quadruples, and the conversions.
// The rule: storage only, as in CUDA; a conversion rounds once, to nearest even, and saturates where asked.
// Next: cuda_fp16.h for the type that arithmetic is done in.
#pragma once
#include <cuda_bf16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

SIMT_FN __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                                                 const __nv_fp8_interpretation_t kind) {
    return __simt_fp8_from_float(x, (int)kind, (int)saturate);
}
// Rounds a double to a float so that the next rounding, to fewer bits, is as if from the double: to odd.
SIMT_FN float __simt_odd_float(double d) {
    float f = __double2float_rz(d);
    return (double)f == d || d != d ? f : __uint_as_float(__float_as_uint(f) | 1u);
}
SIMT_FN __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                                                  const __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(__simt_odd_float(x), saturate, kind);
}
SIMT_FN __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                                                   const __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(__half2float(__half(x)), saturate, kind);
}
SIMT_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                                                       const __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(__bfloat162float(__nv_bfloat16(x)), saturate, kind);
}
SIMT_FN __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind) {
    return (__half_raw)__float2half(__simt_fp8_to_float(x, (int)kind));
}
SIMT_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t kind) {
    __half2_raw raw;
    raw.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x;
    raw.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x;
    return raw;
}
#define SIMT_PAIR(name, from, type)                                                                                    \
    SIMT_FN __nv_fp8x2_storage_t name(const type x, const __nv_saturation_t saturate,                                  \
                                      const __nv_fp8_interpretation_t kind) {                                          \
        return (__nv_fp8x2_storage_t)(from(x.x, saturate, kind) | from(x.y, saturate, kind) << 8);                     \
    }
SIMT_PAIR(__nv_cvt_float2_to_fp8x2, __nv_cvt_float_to_fp8, float2)
SIMT_PAIR(__nv_cvt_double2_to_fp8x2, __nv_cvt_double_to_fp8, double2)
SIMT_PAIR(__simt_half2_to_fp8x2, __nv_cvt_halfraw_to_fp8, __half2)
SIMT_PAIR(__simt_bfloat162_to_fp8x2, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat162)
#undef SIMT_PAIR
SIMT_FN __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate,
                                                        const __nv_fp8_interpretation_t kind) {
    return __simt_half2_to_fp8x2(__half2(x), saturate, kind);
}
SIMT_FN __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x,
                                                            const __nv_saturation_t saturate,
                                                            const __nv_fp8_interpretation_t kind) {
    return __simt_bfloat162_to_fp8x2(__nv_bfloat162(x), saturate, kind);
}

#define SIMT_FP8(name, KIND)                                                                                           \
    struct name {                                                                                                      \
        __nv_fp8_storage_t __x;                                                                                        \
        name() = default;                                                                                              \
        SIMT_FN explicit name(const __half f) : __x(__nv_cvt_halfraw_to_fp8(f, __NV_SATFINITE, KIND)) {}               \
        SIMT_FN explicit name(const __nv_bfloat16 f) : __x(__nv_cvt_bfloat16raw_to_fp8(f, __NV_SATFINITE, KIND)) {}    \
        SIMT_FN explicit name(const float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, KIND)) {}                  \
        SIMT_FN explicit name(const double f) : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, KIND)) {}                \
        SIMT_FN explicit name(const short i) : name((float)i) {}                                                       \
        SIMT_FN explicit name(const unsigned short i) : name((float)i) {}                                              \
        SIMT_FN explicit name(const int i) : name(__simt_odd_integer(i)) {}                                            \
        SIMT_FN explicit name(const unsigned int i) : name(__simt_odd_integer(i)) {}                                   \
        SIMT_FN explicit name(const long i) : name(__simt_odd_integer(i)) {}                                           \
        SIMT_FN explicit name(const unsigned long i) : name(__simt_odd_unsigned(i)) {}                                 \
        SIMT_FN explicit name(const long long i) : name(__simt_odd_integer(i)) {}                                      \
        SIMT_FN explicit name(const unsigned long long i) : name(__simt_odd_unsigned(i)) {}                            \
        SIMT_FN explicit operator __half() const { return __half(__nv_cvt_fp8_to_halfraw(__x, KIND)); }                \
        SIMT_FN explicit operator __nv_bfloat16() const { return __float2bfloat16(float(*this)); }                     \
        SIMT_FN explicit operator float() const { return __simt_fp8_to_float(__x, (int)KIND); }                        \
        SIMT_FN explicit operator double() const { return (double)__simt_fp8_to_float(__x, (int)KIND); }               \
        SIMT_FN explicit operator bool() const { return (__x & 0x7f) != 0; }                                           \
        SIMT_FN explicit operator char() const { return (char)__simt_clamp_int(float(*this), -128, 127); }             \
        SIMT_FN explicit operator signed char() const {                                                                \
            return (signed char)__simt_clamp_int(float(*this), -128, 127);                                             \
        }                                                                                                              \
        SIMT_FN explicit operator unsigned char() const {                                                              \
            return (unsigned char)__simt_clamp_int(float(*this), 0, 255);                                              \
        }                                                                                                              \
        SIMT_FN explicit operator short() const { return (short)__simt_clamp_int(float(*this), -32768, 32767); }       \
        SIMT_FN explicit operator unsigned short() const {                                                             \
            return (unsigned short)__simt_clamp_int(float(*this), 0, 65535);                                           \
        }                                                                                                              \
        SIMT_FN explicit operator int() const { return (int)float(*this); }                                            \
        SIMT_FN explicit operator unsigned int() const { return (unsigned int)float(*this); }                          \
        SIMT_FN explicit operator long() const { return (long)float(*this); }                                          \
        SIMT_FN explicit operator unsigned long() const { return (unsigned long)float(*this); }                        \
        SIMT_FN explicit operator long long() const { return (long long)float(*this); }                                \
        SIMT_FN explicit operator unsigned long long() const { return (unsigned long long)float(*this); }              \
    };
SIMT_FP8(__nv_fp8_e4m3, __NV_E4M3)
SIMT_FP8(__nv_fp8_e5m2, __NV_E5M2)
#undef SIMT_FP8

#define SIMT_FP8_VECTORS(pair, four, KIND)                                                                             \
    struct __align__(2) pair {                                                                                         \
        __nv_fp8x2_storage_t __x;                                                                                      \
        pair() = default;                                                                                              \
        SIMT_FN explicit pair(const __half2 f) : __x(__simt_half2_to_fp8x2(f, __NV_SATFINITE, KIND)) {}                \
        SIMT_FN explicit pair(const __nv_bfloat162 f) : __x(__simt_bfloat162_to_fp8x2(f, __NV_SATFINITE, KIND)) {}     \
        SIMT_FN explicit pair(const float2 f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, KIND)) {}              \
        SIMT_FN explicit pair(const double2 f) : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, KIND)) {}            \
        SIMT_FN explicit operator __half2() const { return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, KIND)); }           \
        SIMT_FN explicit operator float2() const {                                                                     \
            return make_float2(__simt_fp8_to_float((__nv_fp8_storage_t)__x, (int)KIND),                                \
                               __simt_fp8_to_float((__nv_fp8_storage_t)(__x >> 8), (int)KIND));                        \
        }                                                                                                              \
    };                                                                                                                 \
    struct __align__(4) four {                                                                                         \
        __nv_fp8x4_storage_t __x;                                                                                      \
        four() = default;                                                                                              \
        SIMT_FN explicit four(const __half2 low, const __half2 high)                                                   \
            : __x(pair(low).__x | (unsigned int)pair(high).__x << 16) {}                                               \
        SIMT_FN explicit four(const __nv_bfloat162 low, const __nv_bfloat162 high)                                     \
            : __x(pair(low).__x | (unsigned int)pair(high).__x << 16) {}                                               \
        SIMT_FN explicit four(const float4 f)                                                                          \
            : __x(pair(make_float2(f.x, f.y)).__x | (unsigned int)pair(make_float2(f.z, f.w)).__x << 16) {}            \
        SIMT_FN explicit operator float4() const {                                                                     \
            return make_float4(__simt_fp8_to_float((__nv_fp8_storage_t)__x, (int)KIND),                                \
                               __simt_fp8_to_float((__nv_fp8_storage_t)(__x >> 8), (int)KIND),                         \
                               __simt_fp8_to_float((__nv_fp8_storage_t)(__x >> 16), (int)KIND),                        \
                               __simt_fp8_to_float((__nv_fp8_storage_t)(__x >> 24), (int)KIND));                       \
        }                                                                                                              \
    };
SIMT_FP8_VECTORS(__nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
SIMT_FP8_VECTORS(__nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#undef SIMT_FP8_VECTORS
