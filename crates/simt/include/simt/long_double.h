// The C library's functions of a `long double`, which is a `double` here.
#pragma once
#include <cmath>
#include <cstdlib>
#define __simt_one(name) inline double name##l(double x) { return name(x); }
#define __simt_two(name) inline double name##l(double x, double y) { return name(x, y); }
__simt_one(acos) __simt_one(acosh) __simt_one(asin) __simt_one(asinh) __simt_one(atan) __simt_one(atanh) __simt_one(cbrt) __simt_one(ceil)
__simt_one(cos) __simt_one(cosh) __simt_one(erf) __simt_one(erfc) __simt_one(exp) __simt_one(exp2) __simt_one(expm1) __simt_one(fabs)
__simt_one(floor) __simt_one(lgamma) __simt_one(log) __simt_one(log10) __simt_one(log1p) __simt_one(log2) __simt_one(logb)
__simt_one(nearbyint) __simt_one(rint) __simt_one(round) __simt_one(sin) __simt_one(sinh) __simt_one(sqrt) __simt_one(tan)
__simt_one(tanh) __simt_one(tgamma) __simt_one(trunc)
__simt_two(atan2) __simt_two(copysign) __simt_two(fdim) __simt_two(fmax) __simt_two(fmin) __simt_two(fmod) __simt_two(hypot)
__simt_two(nextafter) __simt_two(pow) __simt_two(remainder)
#undef __simt_one
#undef __simt_two
inline double fmal(double x, double y, double z) { return fma(x, y, z); }
inline double frexpl(double x, int *exponent) { return frexp(x, exponent); }
inline double ldexpl(double x, int exponent) { return ldexp(x, exponent); }
inline double modfl(double x, double *whole) { return modf(x, whole); }
inline long lrintl(double x) { return lrint(x); }
inline long lroundl(double x) { return lround(x); }
inline long long llrintl(double x) { return llrint(x); }
inline long long llroundl(double x) { return llround(x); }
inline double strtold(const char *text, char **end) { return strtod(text, end); }
