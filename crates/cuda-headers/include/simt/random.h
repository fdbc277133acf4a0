// A whole number from 0 to `most` from an engine, step for step as libstdc++ draws it.
#pragma once
namespace std {
// The upper half of a product of 128 bits.
constexpr unsigned long __simt_high_product(unsigned long a, unsigned long b) {
    unsigned long a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    unsigned long middle = a1 * b0 + ((a0 * b0) >> 32);
    unsigned long other = a0 * b1 + (middle & 0xffffffff);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}
template <class G> unsigned long __random_over(G &engine, unsigned long most, unsigned long range);
// What is left to do where the first draw was one of the few that would favour some numbers.
template <class G> unsigned long __random_anew(G &engine, unsigned long count) {
    unsigned int least = (0u - static_cast<unsigned int>(count)) % static_cast<unsigned int>(count);
    unsigned long product;
    do product = engine() * count;
    while (static_cast<unsigned int>(product) < least);
    return product >> 32;
}
template <class G> unsigned long __random_scaled(G &engine, unsigned long count, unsigned long scale) {
    unsigned long end = count * scale, draw;
    do draw = engine() - engine.min();
    while (draw >= end);
    return draw / scale;
}
template <class G> unsigned long __random_wide(G &engine, unsigned long count) {
    unsigned long draw = engine(), rest = draw * count;
    if (rest < count) {
        unsigned long least = (0 - count) % count;
        while (rest < least) {
            draw = engine();
            rest = draw * count;
        }
    }
    return __simt_high_product(draw, count);
}
// Without loops of its own, so that it is inlined.
template <class G> unsigned long __random_to(G &engine, unsigned long most) {
    constexpr unsigned long low = G::min(), range = G::max() - low;
    if (range == most) return engine() - low;
    if (range < most) return __random_over(engine, most, range);
    unsigned long count = most + 1;
    if constexpr (range == 0xffffffffffffffff) return __random_wide(engine, count);
    if constexpr (range == 0xffffffff) {
        unsigned long product = engine() * count;
        unsigned int rest = static_cast<unsigned int>(product);
        if (rest < count && rest < (0u - static_cast<unsigned int>(count)) % static_cast<unsigned int>(count))
            return __random_anew(engine, count);
        return product >> 32;
    } else {
        return __random_scaled(engine, count, range / count);
    }
}
// Several draws make one.
template <class G> unsigned long __random_over(G &engine, unsigned long most, unsigned long range) {
    unsigned long whole = range + 1, made, sum;
    do {
        made = whole * __random_to(engine, most / whole);
        sum = made + (engine() - engine.min());
    } while (sum > most || sum < made);
    return sum;
}
} // namespace std
