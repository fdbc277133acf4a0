// Arithmetic that says whether its result fits, as GCC has it: what is stored is the exact result's low bits.
// Numbers are sizes with signs, so that operands and result may be of any kinds.
#pragma once
struct __simt_sized {
    unsigned long long size;
    bool below, beyond;
};
template <class T> __host__ __device__ constexpr __simt_sized __simt_sized_of(T value) {
    return {value < T(0) ? 0ull - (unsigned long long)value : (unsigned long long)value, value < T(0), false};
}
__host__ __device__ constexpr __simt_sized __simt_sized_sum(__simt_sized a, __simt_sized b) {
    if (a.below == b.below) return {a.size + b.size, a.below, a.size + b.size < a.size};
    if (a.size >= b.size) return {a.size - b.size, a.below, false};
    return {b.size - a.size, b.below, false};
}
__host__ __device__ constexpr __simt_sized __simt_sized_less(__simt_sized a, __simt_sized b) {
    return __simt_sized_sum(a, {b.size, !b.below, false});
}
__host__ __device__ constexpr __simt_sized __simt_sized_product(__simt_sized a, __simt_sized b) {
    return {a.size * b.size, a.below != b.below, a.size && b.size > ~0ull / a.size};
}
template <class R> __host__ __device__ constexpr bool __simt_unfit(__simt_sized value) {
    if (value.beyond) return true;
    if (!(R(-1) < R(0))) return value.below ? value.size != 0 : value.size > (unsigned long long)R(-1);
    unsigned long long least = 1ull << (8 * sizeof(R) - 1);
    return value.size > (value.below ? least : least - 1);
}
template <class R> __host__ __device__ constexpr bool __simt_stored(__simt_sized value, R *to) {
    *to = (R)(value.below ? 0ull - value.size : value.size);
    return __simt_unfit<R>(value);
}
#define __simt_op(name, how)                                                                                 \
    template <class A, class B, class R>                                                                     \
    __host__ __device__ constexpr bool __builtin_##name##_overflow(A a, B b, R *to) {                        \
        return __simt_stored(how(__simt_sized_of(a), __simt_sized_of(b)), to);                               \
    }                                                                                                        \
    template <class A, class B, class R>                                                                     \
    __host__ __device__ constexpr bool __builtin_##name##_overflow_p(A a, B b, R) {                          \
        return __simt_unfit<R>(how(__simt_sized_of(a), __simt_sized_of(b)));                                 \
    }                                                                                                        \
    __simt_op_of(s##name, how, int) __simt_op_of(s##name##l, how, long)                                      \
    __simt_op_of(s##name##ll, how, long long) __simt_op_of(u##name, how, unsigned int)                       \
    __simt_op_of(u##name##l, how, unsigned long) __simt_op_of(u##name##ll, how, unsigned long long)
#define __simt_op_of(name, how, T)                                                                           \
    __host__ __device__ constexpr bool __builtin_##name##_overflow(T a, T b, T *to) {                        \
        return __simt_stored(how(__simt_sized_of(a), __simt_sized_of(b)), to);                               \
    }
__simt_op(add, __simt_sized_sum)
__simt_op(sub, __simt_sized_less)
__simt_op(mul, __simt_sized_product)
#undef __simt_op
#undef __simt_op_of
