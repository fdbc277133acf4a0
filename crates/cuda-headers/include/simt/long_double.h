// The C library's functions of a `long double`, which has the bits of a `double` here.
#pragma once
#include <cmath>
#include <cstdlib>
#define __simt_one(name) inline long double name##l(long double x) { return name(static_cast<double>(x)); }
#define __simt_two(name) inline long double name##l(long double x, long double y) { return name(static_cast<double>(x), static_cast<double>(y)); }
__simt_one(acos) __simt_one(acosh) __simt_one(asin) __simt_one(asinh) __simt_one(atan) __simt_one(atanh) __simt_one(cbrt) __simt_one(ceil)
__simt_one(cos) __simt_one(cosh) __simt_one(erf) __simt_one(erfc) __simt_one(exp) __simt_one(exp2) __simt_one(expm1) __simt_one(fabs)
__simt_one(floor) __simt_one(lgamma) __simt_one(log) __simt_one(log10) __simt_one(log1p) __simt_one(log2) __simt_one(logb)
__simt_one(nearbyint) __simt_one(rint) __simt_one(round) __simt_one(sin) __simt_one(sinh) __simt_one(sqrt) __simt_one(tan)
__simt_one(tanh) __simt_one(tgamma) __simt_one(trunc)
__simt_two(atan2) __simt_two(copysign) __simt_two(fdim) __simt_two(fmax) __simt_two(fmin) __simt_two(fmod) __simt_two(hypot)
__simt_two(nextafter) __simt_two(pow) __simt_two(remainder)
#undef __simt_one
#undef __simt_two
inline long double fmal(long double x, long double y, long double z) { return fma(static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)); }
inline long double frexpl(long double x, int *exponent) { return frexp(static_cast<double>(x), exponent); }
inline long double ldexpl(long double x, int exponent) { return ldexp(static_cast<double>(x), exponent); }
inline long double modfl(long double x, long double *whole) { return std::modf(x, whole); }
inline long lrintl(long double x) { return lrint(static_cast<double>(x)); }
inline long lroundl(long double x) { return lround(static_cast<double>(x)); }
inline long long llrintl(long double x) { return llrint(static_cast<double>(x)); }
inline long long llroundl(long double x) { return llround(static_cast<double>(x)); }
