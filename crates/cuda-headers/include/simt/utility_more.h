// Whole numbers of any signs compared by value, and moves only where nothing is thrown.
// Next: utility.
#pragma once
#include <limits>
#include <type_traits>
#include <utility>
namespace std {
template <class T, class U> constexpr bool cmp_less(T a, U b) {
    if constexpr (is_signed_v<T> == is_signed_v<U>) return a < b;
    else if constexpr (is_signed_v<T>) return a < 0 || static_cast<make_unsigned_t<T>>(a) < b;
    else return b >= 0 && a < static_cast<make_unsigned_t<U>>(b);
}
template <class T, class U> constexpr bool cmp_equal(T a, U b) { return !std::cmp_less(a, b) && !std::cmp_less(b, a); }
template <class T, class U> constexpr bool cmp_not_equal(T a, U b) { return !std::cmp_equal(a, b); }
template <class T, class U> constexpr bool cmp_greater(T a, U b) { return std::cmp_less(b, a); }
template <class T, class U> constexpr bool cmp_less_equal(T a, U b) { return !std::cmp_less(b, a); }
template <class T, class U> constexpr bool cmp_greater_equal(T a, U b) { return !std::cmp_less(a, b); }
template <class R, class T> constexpr bool in_range(T value) {
    return std::cmp_greater_equal(value, numeric_limits<R>::min()) && std::cmp_less_equal(value, numeric_limits<R>::max());
}
template <class T> constexpr conditional_t<is_copy_constructible_v<T> && !is_move_constructible_v<T>, const T &, T &&> move_if_noexcept(T &value) { return std::move(value); }
} // namespace std
