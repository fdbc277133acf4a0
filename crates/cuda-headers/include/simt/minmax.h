// The smaller and the larger of two; of plain numbers they are the compiler's.
#pragma once
#include <initializer_list>
#include <simt/base.h>
namespace std {
template <class T> constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class C> constexpr const T &min(const T &a, const T &b, C less) { return less(b, a) ? b : a; }
template <class T, class C> constexpr const T &max(const T &a, const T &b, C less) { return less(a, b) ? b : a; }
template <class T> constexpr T min(initializer_list<T> list) {
    const T *best = list.begin();
    for (const T *p = list.begin(); p != list.end(); ++p)
        if (*p < *best) best = p;
    return *best;
}
template <class T> constexpr T max(initializer_list<T> list) {
    const T *best = list.begin();
    for (const T *p = list.begin(); p != list.end(); ++p)
        if (*best < *p) best = p;
    return *best;
}
template <class T> constexpr const T &clamp(const T &value, const T &low, const T &high) {
    return value < low ? low : high < value ? high : value;
}
} // namespace std
