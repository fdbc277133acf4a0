// What `__half` and `__nv_bfloat16` share, made for the type that the macros SIMT_H, SIMT_H2, SIMT_F (to float), SIMT_R
// (from float, to nearest), SIMT_BITS, SIMT_NAN, SIMT_INF, SIMT_ONE, SIMT_ARITH (its builtin arithmetic) and
// SIMT_ATOMIC_ADD describe; included once for each, so no `#pragma once`. `__hfma` for the type is there already.
// Next: cuda_fp16.h and cuda_bf16.h, which include it.

// ---- arithmetic ----
#define SIMT_ARITHMETIC(name, sign, of)                                                                                    \
    SIMT_FN SIMT_H __h##name(const SIMT_H a, const SIMT_H b) { return of; }                                             \
    SIMT_FN SIMT_H __h##name##_rn(const SIMT_H a, const SIMT_H b) { return __h##name(a, b); }                          \
    SIMT_FN SIMT_H __h##name##_sat(const SIMT_H a, const SIMT_H b) {                                                   \
        return SIMT_R(__saturatef(SIMT_F(a) sign SIMT_F(b)));                                                          \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 __h##name##2(const SIMT_H2 a, const SIMT_H2 b) {                                                   \
        return SIMT_H2(__h##name(a.x, b.x), __h##name(a.y, b.y));                                                      \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 __h##name##2_rn(const SIMT_H2 a, const SIMT_H2 b) { return __h##name##2(a, b); }                   \
    SIMT_FN SIMT_H2 __h##name##2_sat(const SIMT_H2 a, const SIMT_H2 b) {                                               \
        return SIMT_H2(__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y));                                          \
    }                                                                                                                  \
    SIMT_FN SIMT_H operator sign(const SIMT_H &a, const SIMT_H &b) { return of; }                                       \
    SIMT_FN SIMT_H &operator sign##=(SIMT_H &a, const SIMT_H &b) {                                                     \
        a = of;                                                                                                        \
        return a;                                                                                                      \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 operator sign(const SIMT_H2 &a, const SIMT_H2 &b) {                                                \
        return SIMT_H2(a.x sign b.x, a.y sign b.y);                                                                    \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 &operator sign##=(SIMT_H2 &a, const SIMT_H2 &b) {                                                  \
        a = SIMT_H2(a.x sign b.x, a.y sign b.y);                                                                       \
        return a;                                                                                                      \
    }
SIMT_ARITHMETIC(add, +, SIMT_BITS(SIMT_ARITH(add)(a.__x, b.__x)))
SIMT_ARITHMETIC(sub, -, SIMT_BITS(SIMT_ARITH(sub)(a.__x, b.__x)))
SIMT_ARITHMETIC(mul, *, SIMT_BITS(SIMT_ARITH(mul)(a.__x, b.__x)))
SIMT_ARITHMETIC(div, /, SIMT_R(SIMT_F(a) / SIMT_F(b)))
#undef SIMT_ARITHMETIC
SIMT_FN SIMT_H2 __h2div(const SIMT_H2 a, const SIMT_H2 b) { return a / b; }

SIMT_FN SIMT_H __habs(const SIMT_H a) { return SIMT_BITS(a.__x & 0x7fff); }
SIMT_FN SIMT_H __hneg(const SIMT_H a) { return SIMT_BITS(a.__x ^ 0x8000); }
SIMT_FN SIMT_H2 __habs2(const SIMT_H2 a) { return SIMT_H2(__habs(a.x), __habs(a.y)); }
SIMT_FN SIMT_H2 __hneg2(const SIMT_H2 a) { return SIMT_H2(__hneg(a.x), __hneg(a.y)); }
SIMT_DEVICE SIMT_H __hfma_sat(const SIMT_H a, const SIMT_H b, const SIMT_H c) {
    return SIMT_R(__saturatef(SIMT_F(__hfma(a, b, c))));
}
SIMT_DEVICE SIMT_H __hfma_relu(const SIMT_H a, const SIMT_H b, const SIMT_H c) {
    SIMT_H r = __hfma(a, b, c);
    return SIMT_F(r) < 0.0f ? SIMT_BITS(0) : r;
}
#define SIMT_FUSED(name)                                                                                               \
    SIMT_DEVICE SIMT_H2 __hfma2##name(const SIMT_H2 a, const SIMT_H2 b, const SIMT_H2 c) {                                 \
        return SIMT_H2(__hfma##name(a.x, b.x, c.x), __hfma##name(a.y, b.y, c.y));                                      \
    }
SIMT_FUSED()
SIMT_FUSED(_sat)
SIMT_FUSED(_relu)
#undef SIMT_FUSED
SIMT_DEVICE SIMT_H2 __hcmadd(const SIMT_H2 a, const SIMT_H2 b, const SIMT_H2 c) {
    SIMT_H re = __hfma(a.x, b.x, c.x), im = __hfma(a.x, b.y, c.y);
    return SIMT_H2(__hfma(__hneg(a.y), b.y, re), __hfma(a.y, b.x, im));
}

SIMT_FN SIMT_H operator+(const SIMT_H &a) { return a; }
SIMT_FN SIMT_H operator-(const SIMT_H &a) { return __hneg(a); }
SIMT_FN SIMT_H2 operator+(const SIMT_H2 &a) { return a; }
SIMT_FN SIMT_H2 operator-(const SIMT_H2 &a) { return __hneg2(a); }
#define SIMT_STEP(sign)                                                                                                \
    SIMT_FN SIMT_H &operator sign##sign(SIMT_H &a) {                                                                   \
        a = SIMT_R(SIMT_F(a) sign 1.0f);                                                                               \
        return a;                                                                                                      \
    }                                                                                                                  \
    SIMT_FN SIMT_H operator sign##sign(SIMT_H &a, const int) {                                                         \
        SIMT_H before = a;                                                                                             \
        a = SIMT_R(SIMT_F(a) sign 1.0f);                                                                               \
        return before;                                                                                                 \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 &operator sign##sign(SIMT_H2 &a) {                                                                 \
        sign##sign a.x;                                                                                                \
        sign##sign a.y;                                                                                                \
        return a;                                                                                                      \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 operator sign##sign(SIMT_H2 &a, const int) {                                                       \
        SIMT_H2 before = a;                                                                                            \
        sign##sign a;                                                                                                  \
        return before;                                                                                                 \
    }
SIMT_STEP(+)
SIMT_STEP(-)
#undef SIMT_STEP

// ---- comparison: false where an operand is not a number, but true for the names that end in `u` ----
SIMT_FN bool __hisnan(const SIMT_H a) { return (a.__x & 0x7fff) > SIMT_INF; }
SIMT_FN int __hisinf(const SIMT_H a) { return a.__x == SIMT_INF ? 1 : a.__x == (SIMT_INF | 0x8000) ? -1 : 0; }
SIMT_FN SIMT_H2 __hisnan2(const SIMT_H2 a) {
    return SIMT_H2(SIMT_BITS(__hisnan(a.x) ? SIMT_ONE : 0), SIMT_BITS(__hisnan(a.y) ? SIMT_ONE : 0));
}
#define SIMT_PAIRWISE(name)                                                                                            \
    SIMT_FN SIMT_H2 __h##name##2(const SIMT_H2 a, const SIMT_H2 b) {                                                   \
        return SIMT_H2(SIMT_BITS(__h##name(a.x, b.x) ? SIMT_ONE : 0), SIMT_BITS(__h##name(a.y, b.y) ? SIMT_ONE : 0));  \
    }                                                                                                                  \
    SIMT_FN unsigned int __h##name##2_mask(const SIMT_H2 a, const SIMT_H2 b) {                                         \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                        \
    }                                                                                                                  \
    SIMT_FN bool __hb##name##2(const SIMT_H2 a, const SIMT_H2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
#define SIMT_COMPARISON(name, sign)                                                                                    \
    SIMT_FN bool __h##name(const SIMT_H a, const SIMT_H b) {                                                           \
        return SIMT_F(a) sign SIMT_F(b) && !__hisnan(a) && !__hisnan(b);                                               \
    }                                                                                                                  \
    SIMT_FN bool __h##name##u(const SIMT_H a, const SIMT_H b) {                                                        \
        return SIMT_F(a) sign SIMT_F(b) || __hisnan(a) || __hisnan(b);                                                 \
    }                                                                                                                  \
    SIMT_PAIRWISE(name)                                                                                                \
    SIMT_PAIRWISE(name##u)                                                                                             \
    SIMT_FN bool operator sign(const SIMT_H &a, const SIMT_H &b) { return SIMT_F(a) sign SIMT_F(b); }                  \
    SIMT_FN bool operator sign(const SIMT_H2 &a, const SIMT_H2 &b) {                                                   \
        return SIMT_F(a.x) sign SIMT_F(b.x) && SIMT_F(a.y) sign SIMT_F(b.y);                                           \
    }
SIMT_COMPARISON(eq, ==)
SIMT_COMPARISON(ne, !=)
SIMT_COMPARISON(le, <=)
SIMT_COMPARISON(ge, >=)
SIMT_COMPARISON(lt, <)
SIMT_COMPARISON(gt, >)
#undef SIMT_COMPARISON
#undef SIMT_PAIRWISE

#define SIMT_EXTREME(name, function)                                                                                   \
    SIMT_FN SIMT_H __h##name(const SIMT_H a, const SIMT_H b) { return SIMT_R(function(SIMT_F(a), SIMT_F(b))); }        \
    SIMT_FN SIMT_H __h##name##_nan(const SIMT_H a, const SIMT_H b) {                                                   \
        return __hisnan(a) || __hisnan(b) ? SIMT_BITS(SIMT_NAN) : __h##name(a, b);                                     \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 __h##name##2(const SIMT_H2 a, const SIMT_H2 b) {                                                   \
        return SIMT_H2(__h##name(a.x, b.x), __h##name(a.y, b.y));                                                      \
    }                                                                                                                  \
    SIMT_FN SIMT_H2 __h##name##2_nan(const SIMT_H2 a, const SIMT_H2 b) {                                               \
        return SIMT_H2(__h##name##_nan(a.x, b.x), __h##name##_nan(a.y, b.y));                                          \
    }
SIMT_EXTREME(max, fmaxf)
SIMT_EXTREME(min, fminf)
#undef SIMT_EXTREME

// ---- functions ----
#define SIMT_FUNCTION(name, value)                                                                                     \
    SIMT_DEVICE SIMT_H h##name(const SIMT_H a) {                                                                           \
        float f = SIMT_F(a);                                                                                           \
        return SIMT_R(value);                                                                                          \
    }                                                                                                                  \
    SIMT_DEVICE SIMT_H2 h2##name(const SIMT_H2 a) { return SIMT_H2(h##name(a.x), h##name(a.y)); }
SIMT_FUNCTION(exp, expf(f))
SIMT_FUNCTION(exp2, exp2f(f))
SIMT_FUNCTION(exp10, exp10f(f))
SIMT_FUNCTION(log, logf(f))
SIMT_FUNCTION(log2, log2f(f))
SIMT_FUNCTION(log10, log10f(f))
SIMT_FUNCTION(sin, sinf(f))
SIMT_FUNCTION(cos, cosf(f))
SIMT_FUNCTION(tanh, tanhf(f))
SIMT_FUNCTION(tanh_approx, tanhf(f))
SIMT_FUNCTION(sqrt, sqrtf(f))
SIMT_FUNCTION(rsqrt, rsqrtf(f))
SIMT_FUNCTION(rcp, 1.0f / f)
SIMT_FUNCTION(ceil, ceilf(f))
SIMT_FUNCTION(floor, floorf(f))
SIMT_FUNCTION(rint, rintf(f))
SIMT_FUNCTION(trunc, truncf(f))
#undef SIMT_FUNCTION

SIMT_FN float __low2float(const SIMT_H2 a) { return SIMT_F(a.x); }
SIMT_FN float __high2float(const SIMT_H2 a) { return SIMT_F(a.y); }

// ---- between lanes, and through memory ----
SIMT_FN unsigned int __simt_word(const SIMT_H2 a) { return a.x.__x | (unsigned int)a.y.__x << 16; }
#define SIMT_SHUFFLE(name, delta)                                                                                      \
    SIMT_DEVICE SIMT_H name(const unsigned int mask, const SIMT_H a, const delta by, const int width = 32) {     \
        return SIMT_BITS(name(mask, (unsigned int)a.__x, by, width));                                                  \
    }                                                                                                                  \
    SIMT_DEVICE SIMT_H2 name(const unsigned int mask, const SIMT_H2 a, const delta by, const int width = 32) {   \
        unsigned int word = name(mask, __simt_word(a), by, width);                                                     \
        return SIMT_H2(SIMT_BITS(word), SIMT_BITS(word >> 16));                                                        \
    }
SIMT_SHUFFLE(__shfl_sync, int)
SIMT_SHUFFLE(__shfl_up_sync, unsigned int)
SIMT_SHUFFLE(__shfl_down_sync, unsigned int)
SIMT_SHUFFLE(__shfl_xor_sync, int)
#undef SIMT_SHUFFLE

SIMT_DEVICE SIMT_H atomicAdd(SIMT_H *p, const SIMT_H a) {
    return SIMT_BITS(SIMT_ATOMIC_ADD((unsigned short *)p, a.__x));
}
SIMT_DEVICE SIMT_H2 atomicAdd(SIMT_H2 *p, const SIMT_H2 a) {
    SIMT_H low = atomicAdd(&p->x, a.x);
    return SIMT_H2(low, atomicAdd(&p->y, a.y));
}

#undef SIMT_H
#undef SIMT_H2
#undef SIMT_BITS
#undef SIMT_F
#undef SIMT_R
#undef SIMT_NAN
#undef SIMT_INF
#undef SIMT_ONE
#undef SIMT_ARITH
#undef SIMT_ATOMIC_ADD
