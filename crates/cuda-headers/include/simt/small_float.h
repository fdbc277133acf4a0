// What the small floating-point types are made with: one rounding from wider types, saturating integers.
// Next: cuda_fp16.h, cuda_bf16.h and cuda_fp8.h.
#pragma once
#include <cuda_runtime.h>

#define SIMT_FN inline __host__ __device__
#define SIMT_DEVICE inline __device__

// Saturating, and 0 for what is not a number.
SIMT_FN int __simt_clamp_int(float f, int least, int most) {
    int i = (int)f;
    return i < least ? least : i > most ? most : i;
}
// Rounds an integer to a float so that the next rounding, to fewer bits, is as if from the integer: to odd.
SIMT_FN float __simt_odd_integer(long long i) {
    float f = __ll2float_rz(i);
    return (long long)f == i ? f : __uint_as_float(__float_as_uint(f) | 1u);
}
SIMT_FN float __simt_odd_unsigned(unsigned long long i) {
    float f = __ull2float_rz(i);
    return (unsigned long long)f == i ? f : __uint_as_float(__float_as_uint(f) | 1u);
}

// Integers to and from a small float, in the four rounding modes. An integer beyond a float's 24 bits is beyond every
// rounding that matters, so it comes by way of a float that is rounded to odd.
#define SIMT_FROM_INTEGER(H, name, bits, round, mode, number)                                                          \
    SIMT_FN H __int2##name##_##mode(const int i) { return bits(round(__simt_odd_integer(i), number)); }                \
    SIMT_FN H __uint2##name##_##mode(const unsigned int i) { return bits(round(__simt_odd_integer(i), number)); }      \
    SIMT_FN H __short2##name##_##mode(const short i) { return bits(round((float)i, number)); }                         \
    SIMT_FN H __ushort2##name##_##mode(const unsigned short i) { return bits(round((float)i, number)); }               \
    SIMT_FN H __ll2##name##_##mode(const long long i) { return bits(round(__simt_odd_integer(i), number)); }           \
    SIMT_FN H __ull2##name##_##mode(const unsigned long long i) { return bits(round(__simt_odd_unsigned(i), number)); }
#define SIMT_TO_INTEGER(H, name, mode, round)                                                                          \
    SIMT_FN int __##name##2int_##mode(const H h) { return (int)round((float)h); }                                      \
    SIMT_FN unsigned int __##name##2uint_##mode(const H h) { return (unsigned int)round((float)h); }                   \
    SIMT_FN short __##name##2short_##mode(const H h) {                                                                 \
        return (short)__simt_clamp_int(round((float)h), -32768, 32767);                                                \
    }                                                                                                                  \
    SIMT_FN unsigned short __##name##2ushort_##mode(const H h) {                                                       \
        return (unsigned short)__simt_clamp_int(round((float)h), 0, 65535);                                            \
    }                                                                                                                  \
    SIMT_FN long long __##name##2ll_##mode(const H h) { return (long long)round((float)h); }                           \
    SIMT_FN unsigned long long __##name##2ull_##mode(const H h) { return (unsigned long long)round((float)h); }
#define SIMT_INTEGERS(make)                                                                                            \
    make(rn, 0, rintf)                                                                                                 \
    make(rz, 1, truncf)                                                                                                \
    make(ru, 2, ceilf)                                                                                                 \
    make(rd, 3, floorf)
