// `_1 + 2 * _2` as a functor.
// Next: simt/thrust.h.
#pragma once
#include <simt/thrust.h>

namespace thrust {

// What an operand is worth, given the arguments.
template <int n> struct __simt_argument {
    template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const {
        if constexpr (n == 1) return a;
        else return b;
    }
    template <class A> __host__ __device__ auto operator()(const A &a) const { return a; }
};
template <class T> struct __simt_fixed {
    T value;
    template <class... A> __host__ __device__ T operator()(const A &...) const { return value; }
};
template <class E> struct __simt_formula {
    E e;
    template <class A> __host__ __device__ auto operator()(const A &a) const { return e(a); }
    template <class A, class B> __host__ __device__ auto operator()(const A &a, const B &b) const { return e(a, b); }
};
#define SIMT_FORMULA(name, sign)                                                                                       \
    template <class X, class Y> struct __simt_formula_##name {                                                                 \
        X x;                                                                                                           \
        Y y;                                                                                                           \
        template <class... A> __host__ __device__ auto operator()(const A &...a) const { return x(a...) sign y(a...); } \
    };                                                                                                                 \
    template <class X, class Y> __host__ __device__ auto operator sign(__simt_formula<X> x, __simt_formula<Y> y) {     \
        return __simt_formula<__simt_formula_##name<X, Y>>{{x.e, y.e}};                                                        \
    }                                                                                                                  \
    template <class X, class T> __host__ __device__ auto operator sign(__simt_formula<X> x, T y) {                     \
        return __simt_formula<__simt_formula_##name<X, __simt_fixed<T>>>{{x.e, {y}}};                                          \
    }                                                                                                                  \
    template <class X, class T> __host__ __device__ auto operator sign(T x, __simt_formula<X> y) {                     \
        return __simt_formula<__simt_formula_##name<__simt_fixed<T>, X>>{{{x}, y.e}};                                          \
    }
SIMT_FORMULA(sum, +)
SIMT_FORMULA(difference, -)
SIMT_FORMULA(product, *)
SIMT_FORMULA(quotient, /)
SIMT_FORMULA(rest, %)
SIMT_FORMULA(less, <)
SIMT_FORMULA(more, >)
SIMT_FORMULA(at_most, <=)
SIMT_FORMULA(at_least, >=)
SIMT_FORMULA(same, ==)
SIMT_FORMULA(other, !=)
SIMT_FORMULA(both, &&)
SIMT_FORMULA(either, ||)
#undef SIMT_FORMULA
template <class X> struct __simt_turned {
    X x;
    template <class... A> __host__ __device__ auto operator()(const A &...a) const { return -x(a...); }
};
template <class X> __host__ __device__ auto operator-(__simt_formula<X> x) { return __simt_formula<__simt_turned<X>>{{x.e}}; }

namespace placeholders {
static const __simt_formula<__simt_argument<1>> _1 = __simt_formula<__simt_argument<1>>();
static const __simt_formula<__simt_argument<2>> _2 = __simt_formula<__simt_argument<2>>();
}  // namespace placeholders

}  // namespace thrust
