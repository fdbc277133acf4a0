// Operators as values: `std::plus<int>()`, `std::greater<>()`.
#pragma once
namespace std {
#define __simt_operation(name, expression)                                                                \
    template <class T = void> struct name {                                                               \
        constexpr auto operator()(const T &a, const T &b) const { return expression; }                    \
    };                                                                                                    \
    template <> struct name<void> {                                                                       \
        template <class A, class B> constexpr auto operator()(const A &a, const B &b) const { return expression; } \
    };
__simt_operation(plus, a + b)
__simt_operation(minus, a - b)
__simt_operation(multiplies, a * b)
__simt_operation(divides, a / b)
__simt_operation(modulus, a % b)
__simt_operation(less, a < b)
__simt_operation(greater, a > b)
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
} // namespace std
