// The DPX functions: sums, maxima and minima of whole numbers in one step, of 32 bits or of two halves of 16.
#pragma once
#define SIMT_DPX inline __host__ __device__
// Of each half, signed or not, by a function of 32 bits.
#define SIMT_HALVES3(name, half, of)                                                                                 \
    SIMT_DPX unsigned int name(const unsigned int a, const unsigned int b, const unsigned int c) {                   \
        unsigned int low = (unsigned short)of((half)a, (half)b, (half)c);                                            \
        return low | (unsigned int)(unsigned short)of((half)(a >> 16), (half)(b >> 16), (half)(c >> 16)) << 16;      \
    }
#define SIMT_PICK3(name, better)                                                                                     \
    template <class T> SIMT_DPX T __simt_##name##3(T a, T b, T c) {                                                  \
        T most = a better b ? a : b;                                                                                 \
        return most better c ? most : c;                                                                             \
    }                                                                                                                \
    template <class T> SIMT_DPX T __simt_##name##3_relu(T a, T b, T c) {                                             \
        T most = __simt_##name##3(a, b, c);                                                                          \
        return most > 0 ? most : 0;                                                                                  \
    }                                                                                                                \
    template <class T> SIMT_DPX T __simt_add##name(T a, T b, T c) {                                                  \
        T sum = (T)((unsigned int)a + (unsigned int)b);                                                              \
        return sum better c ? sum : c;                                                                               \
    }                                                                                                                \
    template <class T> SIMT_DPX T __simt_add##name##_relu(T a, T b, T c) {                                           \
        T most = __simt_add##name(a, b, c);                                                                          \
        return most > 0 ? most : 0;                                                                                  \
    }                                                                                                                \
    SIMT_DPX int __vi##name##3_s32(const int a, const int b, const int c) { return __simt_##name##3(a, b, c); }      \
    SIMT_DPX int __vi##name##3_s32_relu(const int a, const int b, const int c) { return __simt_##name##3_relu(a, b, c); } \
    SIMT_DPX unsigned int __vi##name##3_u32(const unsigned int a, const unsigned int b, const unsigned int c) {      \
        return __simt_##name##3(a, b, c);                                                                            \
    }                                                                                                                \
    SIMT_DPX int __viadd##name##_s32(const int a, const int b, const int c) { return __simt_add##name(a, b, c); }    \
    SIMT_DPX int __viadd##name##_s32_relu(const int a, const int b, const int c) { return __simt_add##name##_relu(a, b, c); } \
    SIMT_DPX unsigned int __viadd##name##_u32(const unsigned int a, const unsigned int b, const unsigned int c) {    \
        return __simt_add##name(a, b, c);                                                                            \
    }                                                                                                                \
    SIMT_HALVES3(__vi##name##3_s16x2, short, __simt_##name##3)                                                       \
    SIMT_HALVES3(__vi##name##3_s16x2_relu, short, __simt_##name##3_relu)                                             \
    SIMT_HALVES3(__vi##name##3_u16x2, unsigned short, __simt_##name##3)                                              \
    SIMT_HALVES3(__viadd##name##_s16x2, short, __simt_add##name)                                                     \
    SIMT_HALVES3(__viadd##name##_s16x2_relu, short, __simt_add##name##_relu)                                         \
    SIMT_HALVES3(__viadd##name##_u16x2, unsigned short, __simt_add##name)                                            \
    SIMT_DPX int __vi##name##_s32_relu(const int a, const int b) { return __simt_##name##3_relu(a, b, b); }          \
    SIMT_DPX unsigned int __vi##name##_s16x2_relu(const unsigned int a, const unsigned int b) {                      \
        return __vi##name##3_s16x2_relu(a, b, b);                                                                    \
    }
SIMT_PICK3(max, >)
SIMT_PICK3(min, <)
// Which of two was taken is told, too: true for the first.
#define SIMT_TOLD(name, better, full, half)                                                                          \
    SIMT_DPX full name##32(const full a, const full b, bool *const first) {                                          \
        *first = a better b;                                                                                         \
        return *first ? a : b;                                                                                       \
    }                                                                                                                \
    SIMT_DPX unsigned int name##16x2(const unsigned int a, const unsigned int b, bool *const high, bool *const low) { \
        *high = (half)(a >> 16) better (half)(b >> 16);                                                              \
        *low = (half)a better (half)b;                                                                               \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                                         \
    }
SIMT_TOLD(__vibmax_s, >=, int, short)
SIMT_TOLD(__vibmax_u, >=, unsigned int, unsigned short)
SIMT_TOLD(__vibmin_s, <=, int, short)
SIMT_TOLD(__vibmin_u, <=, unsigned int, unsigned short)
#undef SIMT_TOLD
#undef SIMT_PICK3
#undef SIMT_HALVES3
#undef SIMT_DPX
