// Operators as values: `std::plus<int>()`, `std::greater<>()`.
#pragma once
namespace std {
// An order that the machine knows is 1 upwards, 2 downwards (simt/compare.h); else 0.
#define __simt_operation(name, expression) __simt_ordering(name, expression, 0)
#define __simt_ordering(name, expression, order)                                                          \
    template <class T = void> struct name {                                                               \
        static constexpr int __simt_order = order;                                                        \
        typedef T __simt_compares;                                                                        \
        constexpr auto operator()(const T &a, const T &b) const { return expression; }                    \
    };                                                                                                    \
    template <> struct name<void> {                                                                       \
        static constexpr int __simt_order = order;                                                        \
        typedef void __simt_compares;                                                                     \
        template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return expression; } \
    };
__simt_operation(plus, a + b)
__simt_operation(minus, a - b)
__simt_operation(multiplies, a * b)
__simt_operation(divides, a / b)
__simt_operation(modulus, a % b)
__simt_ordering(less, a < b, 1)
__simt_ordering(greater, a > b, 2)
__simt_operation(less_equal, a <= b)
__simt_operation(greater_equal, a >= b)
__simt_operation(equal_to, a == b)
__simt_operation(not_equal_to, a != b)
__simt_operation(logical_and, a && b)
__simt_operation(logical_or, a || b)
__simt_operation(bit_and, a & b)
__simt_operation(bit_or, a | b)
__simt_operation(bit_xor, a ^ b)
#undef __simt_operation
#undef __simt_ordering
} // namespace std
