// The floating-point environment: rounding is to the nearest and stays so; which exceptions were raised nobody keeps.
#pragma once
#include <simt/base.h>
void __simt_limit(const char *message);
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
typedef unsigned short fexcept_t;
typedef struct {
    unsigned int __set;
} fenv_t;
#define FE_DFL_ENV ((const fenv_t *)-1)
inline int fegetround() { return FE_TONEAREST; }
inline int fesetround(int mode) {
    if (mode != FE_TONEAREST) __simt_limit("`fesetround`: numbers are rounded to the nearest here and no other way");
    return 0;
}
inline int feclearexcept(int) { return 0; }
inline int fetestexcept(int) {
    __simt_limit("`fetestexcept`: which floating-point exceptions were raised is not kept; look at the numbers with `isnan` and `isinf`");
    return 0;
}
inline int feraiseexcept(int) { return 0; }
inline int fegetenv(fenv_t *env) {
    env->__set = 0;
    return 0;
}
inline int fesetenv(const fenv_t *) { return 0; }
inline int feholdexcept(fenv_t *env) { return fegetenv(env); }
inline int feupdateenv(const fenv_t *) { return 0; }
inline int feenableexcept(int) {
    __simt_limit("`feenableexcept`: floating-point exceptions do not end a program here; look at the numbers with `isnan` and `isinf`");
    return 0;
}
inline int fedisableexcept(int) { return 0; }
inline int fegetexcept() { return 0; }
