// The comparisons that algorithms take where none is given.
#pragma once
namespace std {
// An order of numbers that the machine knows has `__simt_order`: 1 upwards, 2 downwards; and what it compares, `void` for anything.
struct __less {
    static constexpr int __simt_order = 1;
    typedef void __simt_compares;
    template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return a < b; }
};
struct __equal {
    template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return a == b; }
};
// Whole containers, one element after the other.
template <class C> bool __same_items(const C &a, const C &b) {
    if (a.size() != b.size()) return false;
    for (auto i = a.begin(), j = b.begin(); i != a.end(); ++i, ++j)
        if (!(*i == *j)) return false;
    return true;
}
template <class C> bool __items_before(const C &a, const C &b) {
    auto i = a.begin(), j = b.begin();
    for (; i != a.end() && j != b.end(); ++i, ++j) {
        if (*i < *j) return true;
        if (*j < *i) return false;
    }
    return i == a.end() && j != b.end();
}
#define __simt_ordered(C)                                                                                        \
    template <class T> bool operator==(const C<T> &a, const C<T> &b) { return __same_items(a, b); }              \
    template <class T> bool operator!=(const C<T> &a, const C<T> &b) { return !__same_items(a, b); }             \
    template <class T> bool operator<(const C<T> &a, const C<T> &b) { return __items_before(a, b); }             \
    template <class T> bool operator>(const C<T> &a, const C<T> &b) { return __items_before(b, a); }             \
    template <class T> bool operator<=(const C<T> &a, const C<T> &b) { return !__items_before(b, a); }           \
    template <class T> bool operator>=(const C<T> &a, const C<T> &b) { return !__items_before(a, b); }
// Those of a map, a set or a list that a test takes, gone; how many they were.
template <class C, class P> size_t __erase_each(C &from, P test) {
    size_t before = from.size();
    for (auto i = from.begin(); i != from.end();) {
        if (test(*i)) i = from.erase(i);
        else ++i;
    }
    return before - from.size();
}
// The same of a row: those that stay move up first.
template <class C, class P> size_t __erase_in_row(C &from, P test) {
    size_t before = from.size(), kept = 0;
    for (size_t i = 0; i < before; ++i)
        if (!test(from[i])) {
            if (i != kept) from[kept] = static_cast<decltype(from[i]) &&>(from[i]);
            ++kept;
        }
    while (from.size() > kept) from.pop_back();
    return before - kept;
}
} // namespace std
