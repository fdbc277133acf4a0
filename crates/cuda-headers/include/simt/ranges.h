// C++20's algorithms on whole ranges, and the views that programs begin with. The rule: what is asked goes to the algorithm of
// the same name, with the range's ends and, where one is given, a projection of each element.
// Next: algorithm.
#pragma once
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
namespace std {
namespace ranges {
// A test or an order of what a projection makes of elements.
template <class F, class P> struct __projected {
    F f;
    P by;
    template <class... A> constexpr decltype(auto) operator()(A &&...args) { return std::invoke(f, std::invoke(by, std::forward<A>(args))...); }
};
using less = std::less<>;
using greater = std::greater<>;
using equal_to = std::equal_to<>;
using std::identity;

// `{}` where an order may stand.
struct __any_order {};
// An order: `name(range)`, `name(range, less)`, `name(range, less, by)`, and with two iterators.
#define __simt_range_order(name)                                                                                        \
    template <class R, class F = less, class P = identity> constexpr auto name(R &&r, F f = {}, P by = {}) {        \
        return std::name(std::begin(r), std::end(r), __projected<F, P>{f, by});                                     \
    }                                                                                                               \
    template <class R, class P> constexpr auto name(R &&r, __any_order, P by) { return ranges::name(r, less(), by); }
#define __simt_range_sort(name)                                                                                        \
    template <class R, class F = less, class P = identity> constexpr auto name(R &&r, F f = {}, P by = {}) {        \
        std::name(std::begin(r), std::end(r), __projected<F, P>{f, by});                                            \
        return std::end(r);                                                                                         \
    }                                                                                                               \
    template <class R, class P> constexpr auto name(R &&r, __any_order, P by) { return ranges::name(r, less(), by); }
#define __simt_range_test(name)                                                                                         \
    template <class R, class F, class P = identity> constexpr auto name(R &&r, F f, P by = {}) {                    \
        return std::name(std::begin(r), std::end(r), __projected<F, P>{f, by});                                     \
    }
__simt_range_sort(sort)
__simt_range_sort(stable_sort)
__simt_range_sort(make_heap)
__simt_range_sort(sort_heap)
__simt_range_order(is_sorted)
__simt_range_order(max_element)
__simt_range_order(min_element)
__simt_range_test(all_of)
__simt_range_test(any_of)
__simt_range_test(none_of)
__simt_range_test(find_if)
__simt_range_test(find_if_not)
__simt_range_test(count_if)
#undef __simt_range_order
#undef __simt_range_sort
#undef __simt_range_test
template <class R, class F = less, class P = identity> constexpr auto max(R &&r, F f = {}, P by = {}) { return *ranges::max_element(r, f, by); }
template <class R, class F = less, class P = identity> constexpr auto min(R &&r, F f = {}, P by = {}) { return *ranges::min_element(r, f, by); }
template <class R, class F> constexpr void for_each(R &&r, F f) { std::for_each(std::begin(r), std::end(r), f); }
template <class R, class T> constexpr auto find(R &&r, const T &value) { return std::find(std::begin(r), std::end(r), value); }
template <class R, class T> constexpr auto count(R &&r, const T &value) { return std::count(std::begin(r), std::end(r), value); }
template <class R, class T> constexpr auto fill(R &&r, const T &value) {
    std::fill(std::begin(r), std::end(r), value);
    return std::end(r);
}
template <class R, class F> constexpr void generate(R &&r, F f) { std::generate(std::begin(r), std::end(r), f); }
template <class R> constexpr void reverse(R &&r) { std::reverse(std::begin(r), std::end(r)); }
template <class R, class T> constexpr bool binary_search(R &&r, const T &value) { return std::binary_search(std::begin(r), std::end(r), value); }
template <class R, class T> constexpr auto lower_bound(R &&r, const T &value) { return std::lower_bound(std::begin(r), std::end(r), value); }
template <class R, class T> constexpr auto upper_bound(R &&r, const T &value) { return std::upper_bound(std::begin(r), std::end(r), value); }
template <class R, class T> constexpr bool contains(R &&r, const T &value) { return std::find(std::begin(r), std::end(r), value) != std::end(r); }
template <class R, class S> constexpr bool equal(R &&r, S &&s) { return std::equal(std::begin(r), std::end(r), std::begin(s), std::end(s)); }
template <class R, class O> constexpr void copy(R &&r, O to) { std::copy(std::begin(r), std::end(r), to); }
template <class R, class O, class F> constexpr void copy_if(R &&r, O to, F f) { std::copy_if(std::begin(r), std::end(r), to, f); }
template <class R, class O, class F> constexpr void transform(R &&r, O to, F f) {
    for (auto at = std::begin(r); at != std::end(r); ++at, ++to) *to = std::invoke(f, *at);
}
template <class R> constexpr auto begin(R &&r) { return std::begin(r); }
template <class R> constexpr auto end(R &&r) { return std::end(r); }
template <class R> constexpr auto size(R &&r) { return std::distance(std::begin(r), std::end(r)); }
template <class R> constexpr auto distance(R &&r) { return std::distance(std::begin(r), std::end(r)); }

// Numbers one after another.
template <class T> class iota_view {
    T __first, __end;

public:
    class iterator {
        T __at;

    public:
        using value_type = T;
        using difference_type = ptrdiff_t;
        using reference = T;
        using pointer = const T *;
        using iterator_category = random_access_iterator_tag;
        constexpr iterator() : __at() {}
        constexpr explicit iterator(T at) : __at(at) {}
        constexpr T operator*() const { return __at; }
        constexpr T operator[](ptrdiff_t n) const { return static_cast<T>(__at + n); }
        constexpr iterator &operator++() {
            ++__at;
            return *this;
        }
        constexpr iterator operator++(int) { return iterator(__at++); }
        constexpr iterator &operator--() {
            --__at;
            return *this;
        }
        constexpr iterator &operator+=(ptrdiff_t n) {
            __at += static_cast<T>(n);
            return *this;
        }
        constexpr iterator operator+(ptrdiff_t n) const { return iterator(static_cast<T>(__at + n)); }
        constexpr iterator operator-(ptrdiff_t n) const { return iterator(static_cast<T>(__at - n)); }
        constexpr ptrdiff_t operator-(const iterator &other) const { return static_cast<ptrdiff_t>(__at) - static_cast<ptrdiff_t>(other.__at); }
        constexpr bool operator==(const iterator &other) const { return __at == other.__at; }
        constexpr bool operator!=(const iterator &other) const { return __at != other.__at; }
        constexpr bool operator<(const iterator &other) const { return __at < other.__at; }
    };
    constexpr iota_view(T first, T end) : __first(first), __end(end) {}
    constexpr iterator begin() const { return iterator(__first); }
    constexpr iterator end() const { return iterator(__end); }
    constexpr size_t size() const { return static_cast<size_t>(__end - __first); }
    constexpr T operator[](ptrdiff_t n) const { return static_cast<T>(__first + n); }
};
namespace views {
template <class T, class U> constexpr iota_view<T> iota(T first, U end) { return iota_view<T>(first, static_cast<T>(end)); }
} // namespace views
} // namespace ranges
namespace views {
using ranges::views::iota;
}
} // namespace std
