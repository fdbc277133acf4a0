// The comparisons that algorithms take where none is given.
#pragma once
namespace std {
struct __less {
    template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return a < b; }
};
struct __equal {
    template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return a == b; }
};
} // namespace std
