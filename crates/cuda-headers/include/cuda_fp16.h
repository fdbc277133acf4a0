// Half precision: `__half`, `__half2`, their conversions, arithmetic and functions.
// The rule: add, subtract, multiply, divide and square root through `float` and one rounding are exact; a fused
// multiply-add and the conversions are the machine's own. A result that is not a number is 0x7fff, as on the device.
// Next: simt/small_float_ops.h, the functions that bfloat16 has too.
#pragma once
#define __CUDA_FP16_H__
#include <simt/small_float.h>

struct __nv_bfloat16;
struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };

struct __align__(2) __half {
    unsigned short __x;

    __half() = default;
    SIMT_FN constexpr __half(const __half_raw &raw) : __x(raw.x) {}
    SIMT_FN explicit __half(const __nv_bfloat16 f); // by cuda_bf16.h
    SIMT_FN __half(const float f) : __x(__simt_half_from_float(f, 0)) {}
    SIMT_FN __half(const double d) : __x(__simt_half_from_double(d, 0)) {}
    SIMT_FN __half(const short i) : __x(__simt_half_from_float((float)i, 0)) {}
    SIMT_FN __half(const unsigned short i) : __x(__simt_half_from_float((float)i, 0)) {}
    SIMT_FN __half(const int i) : __x(__simt_half_from_float((float)i, 0)) {}
    SIMT_FN __half(const unsigned int i) : __x(__simt_half_from_float((float)i, 0)) {}
    SIMT_FN __half(const long i) : __x(__simt_half_from_float((float)i, 0)) {}
    SIMT_FN __half(const unsigned long i) : __x(__simt_half_from_float((float)i, 0)) {}
    SIMT_FN __half(const long long i) : __x(__simt_half_from_float((float)i, 0)) {}
    SIMT_FN __half(const unsigned long long i) : __x(__simt_half_from_float((float)i, 0)) {}

    SIMT_FN operator __half_raw() const {
        __half_raw raw = {__x};
        return raw;
    }
    SIMT_FN operator float() const { return __simt_half_to_float(__x); }
    SIMT_FN operator bool() const { return (__x & 0x7fff) != 0; }
    SIMT_FN operator char() const { return (char)__simt_clamp_int(__simt_half_to_float(__x), -128, 127); }
    SIMT_FN operator signed char() const {
        return (signed char)__simt_clamp_int(__simt_half_to_float(__x), -128, 127);
    }
    SIMT_FN operator unsigned char() const {
        return (unsigned char)__simt_clamp_int(__simt_half_to_float(__x), 0, 255);
    }
    SIMT_FN operator short() const { return (short)__simt_clamp_int(__simt_half_to_float(__x), -32768, 32767); }
    SIMT_FN operator unsigned short() const {
        return (unsigned short)__simt_clamp_int(__simt_half_to_float(__x), 0, 65535);
    }
    SIMT_FN operator int() const { return (int)__simt_half_to_float(__x); }
    SIMT_FN operator unsigned int() const { return (unsigned int)__simt_half_to_float(__x); }
    SIMT_FN operator long() const { return (long)__simt_half_to_float(__x); }
    SIMT_FN operator unsigned long() const { return (unsigned long)__simt_half_to_float(__x); }
    SIMT_FN operator long long() const { return (long long)__simt_half_to_float(__x); }
    SIMT_FN operator unsigned long long() const { return (unsigned long long)__simt_half_to_float(__x); }
};

struct __align__(4) __half2 {
    __half x, y;

    __half2() = default;
    SIMT_FN constexpr __half2(const __half &a, const __half &b) : x(a), y(b) {}
    SIMT_FN __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    SIMT_FN operator __half2_raw() const {
        __half2_raw raw = {x.__x, y.__x};
        return raw;
    }
};

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

SIMT_FN __half __ushort_as_half(const unsigned short i) { return __half(__half_raw{i}); }
SIMT_FN __half __short_as_half(const short i) { return __half(__half_raw{(unsigned short)i}); }
SIMT_FN unsigned short __half_as_ushort(const __half h) { return h.__x; }
SIMT_FN short __half_as_short(const __half h) { return (short)h.__x; }

SIMT_FN float __half2float(const __half h) { return __simt_half_to_float(h.__x); }
SIMT_FN __half __float2half(const float f) { return __ushort_as_half(__simt_half_from_float(f, 0)); }
SIMT_FN __half __float2half_rn(const float f) { return __ushort_as_half(__simt_half_from_float(f, 0)); }
SIMT_FN __half __float2half_rz(const float f) { return __ushort_as_half(__simt_half_from_float(f, 1)); }
SIMT_FN __half __float2half_ru(const float f) { return __ushort_as_half(__simt_half_from_float(f, 2)); }
SIMT_FN __half __float2half_rd(const float f) { return __ushort_as_half(__simt_half_from_float(f, 3)); }
SIMT_FN __half __double2half(const double d) { return __half(d); }

#define SIMT_H __half
#define SIMT_H2 __half2
#define SIMT_BITS(bits) __ushort_as_half((unsigned short)(bits))
#define SIMT_F(h) __simt_half_to_float((h).__x)
#define SIMT_R(f) __ushort_as_half(__simt_half_from_float(f, 0))
#define SIMT_NAN 0x7fff
#define SIMT_INF 0x7c00
#define SIMT_ONE 0x3c00
#define SIMT_ARITH(name) __simt_half_##name
#define SIMT_ATOMIC_ADD __simt_atomic_add_half
SIMT_DEVICE __half __hfma(const __half a, const __half b, const __half c) {
    return __ushort_as_half(__simt_half_fma(a.__x, b.__x, c.__x));
}
#include <simt/small_float_ops.h>

#define SIMT_INTEGER(mode, number, round)                                                                              \
    SIMT_FROM_INTEGER(__half, half, __ushort_as_half, __simt_half_from_float, mode, number)                            \
    SIMT_TO_INTEGER(__half, half, mode, round)
SIMT_INTEGERS(SIMT_INTEGER)
#undef SIMT_INTEGER
SIMT_FN signed char __half2char_rz(const __half h) { return (signed char)h; }
SIMT_FN unsigned char __half2uchar_rz(const __half h) { return (unsigned char)h; }

// ---- names with the type in them ----
SIMT_FN __half2 make_half2(const __half a, const __half b) { return __half2(a, b); }
SIMT_FN __half2 __halves2half2(const __half a, const __half b) { return __half2(a, b); }
SIMT_FN __half2 __half2half2(const __half a) { return __half2(a, a); }
SIMT_FN __half2 __float2half2_rn(const float f) { return __half2half2(__float2half(f)); }
SIMT_FN __half2 __floats2half2_rn(const float a, const float b) { return __half2(__float2half(a), __float2half(b)); }
SIMT_FN __half2 __float22half2_rn(const float2 f) { return __half2(__float2half(f.x), __float2half(f.y)); }
SIMT_FN float2 __half22float2(const __half2 h) { return make_float2(__half2float(h.x), __half2float(h.y)); }
SIMT_FN __half __low2half(const __half2 h) { return h.x; }
SIMT_FN __half __high2half(const __half2 h) { return h.y; }
SIMT_FN __half2 __low2half2(const __half2 h) { return __half2(h.x, h.x); }
SIMT_FN __half2 __high2half2(const __half2 h) { return __half2(h.y, h.y); }
SIMT_FN __half2 __lows2half2(const __half2 a, const __half2 b) { return __half2(a.x, b.x); }
SIMT_FN __half2 __highs2half2(const __half2 a, const __half2 b) { return __half2(a.y, b.y); }
SIMT_FN __half2 __lowhigh2highlow(const __half2 h) { return __half2(h.y, h.x); }

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)
