// bfloat16: `__nv_bfloat16`, `__nv_bfloat162`, their conversions, arithmetic and functions.
// The rule: as cuda_fp16.h.
// Next: simt/small_float_ops.h, the functions that `__half` has too.
#pragma once
#define __CUDA_BF16_H__
#include <cuda_fp16.h>

struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat162_raw { unsigned short x, y; };

struct __align__(2) __nv_bfloat16 {
    unsigned short __x;

    __nv_bfloat16() = default;
    SIMT_FN constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
    SIMT_FN explicit __nv_bfloat16(const __half h) : __x(__simt_bf16_from_float(__half2float(h), 0)) {}
    SIMT_FN __nv_bfloat16(const float f) : __x(__simt_bf16_from_float(f, 0)) {}
    SIMT_FN __nv_bfloat16(const double d) : __x(__simt_bf16_from_double(d, 0)) {}
    SIMT_FN __nv_bfloat16(const short i) : __x(__simt_bf16_from_float((float)i, 0)) {}
    SIMT_FN __nv_bfloat16(const unsigned short i) : __x(__simt_bf16_from_float((float)i, 0)) {}
    SIMT_FN __nv_bfloat16(const int i) : __x(__simt_bf16_from_float(__simt_odd_integer(i), 0)) {}
    SIMT_FN __nv_bfloat16(const unsigned int i) : __x(__simt_bf16_from_float(__simt_odd_integer(i), 0)) {}
    SIMT_FN __nv_bfloat16(const long i) : __x(__simt_bf16_from_float(__simt_odd_integer(i), 0)) {}
    SIMT_FN __nv_bfloat16(const unsigned long i) : __x(__simt_bf16_from_float(__simt_odd_unsigned(i), 0)) {}
    SIMT_FN __nv_bfloat16(const long long i) : __x(__simt_bf16_from_float(__simt_odd_integer(i), 0)) {}
    SIMT_FN __nv_bfloat16(const unsigned long long i) : __x(__simt_bf16_from_float(__simt_odd_unsigned(i), 0)) {}

    SIMT_FN operator __nv_bfloat16_raw() const {
        __nv_bfloat16_raw raw = {__x};
        return raw;
    }
    SIMT_FN operator float() const { return __simt_bf16_to_float(__x); }
    SIMT_FN operator bool() const { return (__x & 0x7fff) != 0; }
    SIMT_FN operator char() const { return (char)__simt_clamp_int(__simt_bf16_to_float(__x), -128, 127); }
    SIMT_FN operator signed char() const {
        return (signed char)__simt_clamp_int(__simt_bf16_to_float(__x), -128, 127);
    }
    SIMT_FN operator unsigned char() const {
        return (unsigned char)__simt_clamp_int(__simt_bf16_to_float(__x), 0, 255);
    }
    SIMT_FN operator short() const { return (short)__simt_clamp_int(__simt_bf16_to_float(__x), -32768, 32767); }
    SIMT_FN operator unsigned short() const {
        return (unsigned short)__simt_clamp_int(__simt_bf16_to_float(__x), 0, 65535);
    }
    SIMT_FN operator int() const { return (int)__simt_bf16_to_float(__x); }
    SIMT_FN operator unsigned int() const { return (unsigned int)__simt_bf16_to_float(__x); }
    SIMT_FN operator long() const { return (long)__simt_bf16_to_float(__x); }
    SIMT_FN operator unsigned long() const { return (unsigned long)__simt_bf16_to_float(__x); }
    SIMT_FN operator long long() const { return (long long)__simt_bf16_to_float(__x); }
    SIMT_FN operator unsigned long long() const { return (unsigned long long)__simt_bf16_to_float(__x); }
};

SIMT_FN __half::__half(const __nv_bfloat16 f) : __x(__simt_half_from_float((float)f, 0)) {}

struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    SIMT_FN constexpr __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
    SIMT_FN __nv_bfloat162(const __nv_bfloat162_raw &raw) : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
    SIMT_FN operator __nv_bfloat162_raw() const {
        __nv_bfloat162_raw raw = {x.__x, y.__x};
        return raw;
    }
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SIMT_FN __nv_bfloat16 __ushort_as_bfloat16(const unsigned short i) { return __nv_bfloat16(__nv_bfloat16_raw{i}); }
SIMT_FN __nv_bfloat16 __short_as_bfloat16(const short i) { return __ushort_as_bfloat16((unsigned short)i); }
SIMT_FN unsigned short __bfloat16_as_ushort(const __nv_bfloat16 h) { return h.__x; }
SIMT_FN short __bfloat16_as_short(const __nv_bfloat16 h) { return (short)h.__x; }

SIMT_FN float __bfloat162float(const __nv_bfloat16 h) { return __simt_bf16_to_float(h.__x); }
SIMT_FN __nv_bfloat16 __float2bfloat16(const float f) { return __ushort_as_bfloat16(__simt_bf16_from_float(f, 0)); }
SIMT_FN __nv_bfloat16 __float2bfloat16_rn(const float f) { return __ushort_as_bfloat16(__simt_bf16_from_float(f, 0)); }
SIMT_FN __nv_bfloat16 __float2bfloat16_rz(const float f) { return __ushort_as_bfloat16(__simt_bf16_from_float(f, 1)); }
SIMT_FN __nv_bfloat16 __float2bfloat16_ru(const float f) { return __ushort_as_bfloat16(__simt_bf16_from_float(f, 2)); }
SIMT_FN __nv_bfloat16 __float2bfloat16_rd(const float f) { return __ushort_as_bfloat16(__simt_bf16_from_float(f, 3)); }
SIMT_FN __nv_bfloat16 __double2bfloat16(const double d) { return __nv_bfloat16(d); }

#define SIMT_H __nv_bfloat16
#define SIMT_H2 __nv_bfloat162
#define SIMT_BITS(bits) __ushort_as_bfloat16((unsigned short)(bits))
#define SIMT_F(h) __simt_bf16_to_float((h).__x)
#define SIMT_R(f) __ushort_as_bfloat16(__simt_bf16_from_float(f, 0))
#define SIMT_NAN 0x7fff
#define SIMT_INF 0x7f80
#define SIMT_ONE 0x3f80
#define SIMT_ARITH(name) __simt_bf16_##name
#define SIMT_ATOMIC_ADD __simt_atomic_add_bf16
SIMT_DEVICE __nv_bfloat16 __hfma(const __nv_bfloat16 a, const __nv_bfloat16 b, const __nv_bfloat16 c) {
    return __ushort_as_bfloat16(__simt_bf16_fma(a.__x, b.__x, c.__x));
}
#include <simt/small_float_ops.h>

#define SIMT_INTEGER(mode, number, round)                                                                              \
    SIMT_FROM_INTEGER(__nv_bfloat16, bfloat16, __ushort_as_bfloat16, __simt_bf16_from_float, mode, number)             \
    SIMT_TO_INTEGER(__nv_bfloat16, bfloat16, mode, round)
SIMT_INTEGERS(SIMT_INTEGER)
#undef SIMT_INTEGER
SIMT_FN signed char __bfloat162char_rz(const __nv_bfloat16 h) { return (signed char)h; }
SIMT_FN unsigned char __bfloat162uchar_rz(const __nv_bfloat16 h) { return (unsigned char)h; }

// ---- names with the type in them ----
SIMT_FN __nv_bfloat162 make_bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
SIMT_FN __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 a, const __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
SIMT_FN __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 a) { return __nv_bfloat162(a, a); }
SIMT_FN __nv_bfloat162 __float2bfloat162_rn(const float f) { return __bfloat162bfloat162(__float2bfloat16(f)); }
SIMT_FN __nv_bfloat162 __floats2bfloat162_rn(const float a, const float b) {
    return __nv_bfloat162(__float2bfloat16(a), __float2bfloat16(b));
}
SIMT_FN __nv_bfloat162 __float22bfloat162_rn(const float2 f) { return __floats2bfloat162_rn(f.x, f.y); }
SIMT_FN float2 __bfloat1622float2(const __nv_bfloat162 h) {
    return make_float2(__bfloat162float(h.x), __bfloat162float(h.y));
}
SIMT_FN __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 h) { return h.x; }
SIMT_FN __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 h) { return h.y; }
SIMT_FN __nv_bfloat162 __low2bfloat162(const __nv_bfloat162 h) { return __nv_bfloat162(h.x, h.x); }
SIMT_FN __nv_bfloat162 __high2bfloat162(const __nv_bfloat162 h) { return __nv_bfloat162(h.y, h.y); }
SIMT_FN __nv_bfloat162 __lows2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
    return __nv_bfloat162(a.x, b.x);
}
SIMT_FN __nv_bfloat162 __highs2bfloat162(const __nv_bfloat162 a, const __nv_bfloat162 b) {
    return __nv_bfloat162(a.y, b.y);
}
SIMT_FN __nv_bfloat162 __lowhigh2highlow(const __nv_bfloat162 h) { return __nv_bfloat162(h.y, h.x); }

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)
