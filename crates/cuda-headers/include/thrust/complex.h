// Complex numbers of both sides. A quotient is scaled first, as that of cuComplex.h is.
#pragma once
#include <complex>
#include <type_traits>
#define SIMT_COMPLEX __host__ __device__
#define SIMT_QUOTIENT                                                                                                  \
    T scale = T(1) / ((c < T() ? -c : c) + (d < T() ? -d : d));                                                        \
    T x = __re * scale, y = __im * scale, u = c * scale, v = d * scale;                                                \
    T less = T(1) / (u * u + v * v);                                                                                   \
    re = (x * u + y * v) * less;                                                                                       \
    im = (y * u - x * v) * less;
namespace thrust {
#include <simt/complex_body.h>
template <class T, class U> using __both = complex<decltype(T() + U())>;
template <class T> using __number = std::enable_if_t<std::is_arithmetic_v<T>, int>;
#define SIMT_MIXED(op)                                                                                                 \
    template <class T, class U, __number<U> = 0> SIMT_COMPLEX __both<T, U> operator op(const complex<T> &a, const U &b) { \
        return __both<T, U>(a) op __both<T, U>(b);                                                                     \
    }                                                                                                                  \
    template <class T, class U, __number<T> = 0> SIMT_COMPLEX __both<T, U> operator op(const T &a, const complex<U> &b) { \
        return __both<T, U>(a) op __both<T, U>(b);                                                                     \
    }                                                                                                                  \
    template <class T, class U, std::enable_if_t<!std::is_same_v<T, U>, int> = 0>                                      \
    SIMT_COMPLEX __both<T, U> operator op(const complex<T> &a, const complex<U> &b) {                                  \
        return __both<T, U>(a) op __both<T, U>(b);                                                                     \
    }
SIMT_MIXED(+)
SIMT_MIXED(-)
SIMT_MIXED(*)
SIMT_MIXED(/)
#undef SIMT_MIXED
} // namespace thrust
#undef SIMT_COMPLEX
#undef SIMT_QUOTIENT
