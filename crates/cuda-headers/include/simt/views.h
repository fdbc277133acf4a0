// C++20's views: ranges made of others when they are walked through, and written as pipelines. The rule: a view holds a container by
// address and a view or what is given away by value; both its ends are of one type, so that each algorithm takes them.
// Next: simt/ranges.h.
#pragma once
#include <iterator>
#include <limits>
#include <simt/ranges.h>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
namespace std {
namespace ranges {
struct view_base {};
// What a view offers by its ends.
template <class D> struct view_interface : view_base {
    constexpr D &__self() { return static_cast<D &>(*this); }
    constexpr bool empty() { return !(__self().begin() != __self().end()); }
    constexpr explicit operator bool() { return !empty(); }
    constexpr decltype(auto) front() { return *__self().begin(); }
    constexpr decltype(auto) back() {
        auto last = __self().end();
        return *--last;
    }
    constexpr size_t size() { return static_cast<size_t>(__self().end() - __self().begin()); }
    constexpr decltype(auto) operator[](ptrdiff_t n) { return *(__self().begin() + n); }
};
template <class T> struct __is_view : is_base_of<view_base, T> {};
template <class T> struct __is_view<iota_view<T>> : true_type {};
template <class T> struct __is_view<span<T>> : true_type {};
template <> struct __is_view<string_view> : true_type {};

template <class R> class ref_view : public view_interface<ref_view<R>> {
    R *__range;

public:
    constexpr explicit ref_view(R &range) : __range(&range) {}
    constexpr R &base() const { return *__range; }
    constexpr auto begin() const { return std::begin(*__range); }
    constexpr auto end() const { return std::end(*__range); }
};
template <class R> class owning_view : public view_interface<owning_view<R>> {
    R __range;

public:
    constexpr explicit owning_view(R &&range) : __range(std::move(range)) {}
    constexpr auto begin() { return std::begin(__range); }
    constexpr auto end() { return std::end(__range); }
};
template <class R> constexpr auto __viewed(R &&range) {
    using T = remove_cvref_t<R>;
    if constexpr (__is_view<T>::value) return T(std::forward<R>(range));
    else if constexpr (is_lvalue_reference_v<R>) return ref_view<remove_reference_t<R>>(range);
    else return owning_view<T>(std::move(range));
}
template <class V> using iterator_t = decltype(std::begin(std::declval<V &>()));
template <class V> using sentinel_t = decltype(std::end(std::declval<V &>()));
template <class V> using range_value_t = typename iterator_traits<iterator_t<V>>::value_type;
template <class V> using range_reference_t = decltype(*std::declval<iterator_t<V> &>());
template <class V> using range_difference_t = ptrdiff_t;
template <class V> using range_size_t = size_t;
template <class V> constexpr bool __jumps = is_base_of_v<random_access_iterator_tag, typename iterator_traits<iterator_t<V>>::iterator_category>;
template <class V> using __kind = conditional_t<__jumps<V>, random_access_iterator_tag, bidirectional_iterator_tag>;

// What a function makes of each element.
template <class V, class F> class transform_view : public view_interface<transform_view<V, F>> {
    V __base;
    F __made;

public:
    class iterator {
        iterator_t<V> __at;
        F *__made;

    public:
        using reference = decltype(std::invoke(std::declval<F &>(), *std::declval<iterator_t<V> &>()));
        using value_type = remove_cvref_t<reference>;
        using difference_type = ptrdiff_t;
        using pointer = void;
        using iterator_category = __kind<V>;
        constexpr iterator() : __at(), __made(nullptr) {}
        constexpr iterator(iterator_t<V> at, F *made) : __at(at), __made(made) {}
        constexpr iterator_t<V> base() const { return __at; }
        constexpr reference operator*() const { return std::invoke(*__made, *__at); }
        constexpr reference operator[](ptrdiff_t n) const { return std::invoke(*__made, *(__at + n)); }
        constexpr iterator &operator++() {
            ++__at;
            return *this;
        }
        constexpr iterator operator++(int) {
            iterator was = *this;
            ++__at;
            return was;
        }
        constexpr iterator &operator--() {
            --__at;
            return *this;
        }
        constexpr iterator &operator+=(ptrdiff_t n) {
            __at += n;
            return *this;
        }
        constexpr iterator operator+(ptrdiff_t n) const { return iterator(__at + n, __made); }
        constexpr iterator operator-(ptrdiff_t n) const { return iterator(__at - n, __made); }
        constexpr ptrdiff_t operator-(const iterator &other) const { return __at - other.__at; }
        constexpr bool operator==(const iterator &other) const { return __at == other.__at; }
        constexpr bool operator!=(const iterator &other) const { return __at != other.__at; }
        constexpr bool operator<(const iterator &other) const { return __at < other.__at; }
    };
    constexpr transform_view(V base, F made) : __base(std::move(base)), __made(std::move(made)) {}
    constexpr iterator begin() { return iterator(std::begin(__base), &__made); }
    constexpr iterator end() { return iterator(std::end(__base), &__made); }
};

// Elements that pass a test.
template <class V, class F> class filter_view : public view_interface<filter_view<V, F>> {
    V __base;
    F __test;

public:
    class iterator {
        iterator_t<V> __at, __end;
        F *__test;
        constexpr void __skip() {
            while (__at != __end && !std::invoke(*__test, *__at)) ++__at;
        }

    public:
        using reference = range_reference_t<V>;
        using value_type = range_value_t<V>;
        using difference_type = ptrdiff_t;
        using pointer = void;
        using iterator_category = bidirectional_iterator_tag;
        constexpr iterator() : __at(), __end(), __test(nullptr) {}
        constexpr iterator(iterator_t<V> at, iterator_t<V> end, F *test) : __at(at), __end(end), __test(test) { __skip(); }
        constexpr iterator_t<V> base() const { return __at; }
        constexpr reference operator*() const { return *__at; }
        constexpr auto operator->() const { return &*__at; }
        constexpr iterator &operator++() {
            ++__at;
            __skip();
            return *this;
        }
        constexpr iterator operator++(int) {
            iterator was = *this;
            ++*this;
            return was;
        }
        constexpr iterator &operator--() {
            do --__at;
            while (!std::invoke(*__test, *__at));
            return *this;
        }
        constexpr bool operator==(const iterator &other) const { return __at == other.__at; }
        constexpr bool operator!=(const iterator &other) const { return __at != other.__at; }
    };
    constexpr filter_view(V base, F test) : __base(std::move(base)), __test(std::move(test)) {}
    constexpr iterator begin() { return iterator(std::begin(__base), std::end(__base), &__test); }
    constexpr iterator end() { return iterator(std::end(__base), std::end(__base), &__test); }
};

// The first elements: as many as are asked for or there are. Behind iterators that cannot jump they are counted on the way.
template <class V> class take_view : public view_interface<take_view<V>> {
    V __base;
    ptrdiff_t __count;

public:
    class iterator {
        iterator_t<V> __at;
        ptrdiff_t __left;

    public:
        using reference = range_reference_t<V>;
        using value_type = range_value_t<V>;
        using difference_type = ptrdiff_t;
        using pointer = void;
        using iterator_category = forward_iterator_tag;
        constexpr iterator() : __at(), __left(0) {}
        constexpr iterator(iterator_t<V> at, ptrdiff_t left) : __at(at), __left(left) {}
        constexpr reference operator*() const { return *__at; }
        constexpr iterator &operator++() {
            if (--__left > 0) ++__at;
            return *this;
        }
        constexpr iterator operator++(int) {
            iterator was = *this;
            ++*this;
            return was;
        }
        constexpr bool operator==(const iterator &other) const { return __left == other.__left || __at == other.__at; }
        constexpr bool operator!=(const iterator &other) const { return !(*this == other); }
    };
    constexpr take_view(V base, ptrdiff_t count) : __base(std::move(base)), __count(count < 0 ? 0 : count) {}
    constexpr auto begin() {
        if constexpr (__jumps<V>) return std::begin(__base);
        else return iterator(std::begin(__base), __count);
    }
    constexpr auto end() {
        if constexpr (__jumps<V>) {
            ptrdiff_t all = std::end(__base) - std::begin(__base);
            return std::begin(__base) + (all < __count ? all : __count);
        } else {
            return iterator(std::end(__base), 0);
        }
    }
};
// The elements before the first that fails a test.
template <class V, class F> class take_while_view : public view_interface<take_while_view<V, F>> {
    V __base;
    F __test;

public:
    constexpr take_while_view(V base, F test) : __base(std::move(base)), __test(std::move(test)) {}
    constexpr auto begin() { return std::begin(__base); }
    constexpr auto end() {
        auto at = std::begin(__base);
        while (at != std::end(__base) && std::invoke(__test, *at)) ++at;
        return at;
    }
};
template <class V> class drop_view : public view_interface<drop_view<V>> {
    V __base;
    ptrdiff_t __count;

public:
    constexpr drop_view(V base, ptrdiff_t count) : __base(std::move(base)), __count(count < 0 ? 0 : count) {}
    constexpr auto begin() {
        auto at = std::begin(__base);
        for (ptrdiff_t n = 0; n < __count && at != std::end(__base); ++n) ++at;
        return at;
    }
    constexpr auto end() { return std::end(__base); }
};
template <class V, class F> class drop_while_view : public view_interface<drop_while_view<V, F>> {
    V __base;
    F __test;

public:
    constexpr drop_while_view(V base, F test) : __base(std::move(base)), __test(std::move(test)) {}
    constexpr auto begin() {
        auto at = std::begin(__base);
        while (at != std::end(__base) && std::invoke(__test, *at)) ++at;
        return at;
    }
    constexpr auto end() { return std::end(__base); }
};
template <class V> class reverse_view : public view_interface<reverse_view<V>> {
    V __base;

public:
    constexpr explicit reverse_view(V base) : __base(std::move(base)) {}
    constexpr auto begin() { return std::reverse_iterator<iterator_t<V>>(std::end(__base)); }
    constexpr auto end() { return std::reverse_iterator<iterator_t<V>>(std::begin(__base)); }
};

// What stands behind `|`: a function of the range before it.
template <class F> struct __adaptor {
    F f;
    template <class R> constexpr auto operator()(R &&range) const { return f(std::forward<R>(range)); }
};
template <class T> struct __is_adaptor : false_type {};
template <class F> struct __is_adaptor<__adaptor<F>> : true_type {};
template <class F> constexpr __adaptor<F> __adapted(F f) { return __adaptor<F>{f}; }
template <class R, class F> constexpr auto operator|(R &&range, const __adaptor<F> &with) {
    if constexpr (__is_adaptor<remove_cvref_t<R>>::value) {
        auto first = range;
        auto then = with;
        return __adapted([first, then](auto &&r) { return then(first(std::forward<decltype(r)>(r))); });
    } else {
        return with(std::forward<R>(range));
    }
}
#define __simt_view_by_function(name)                                                                        \
    struct __##name {                                                                                        \
        template <class R, class F> constexpr auto operator()(R &&range, F f) const {                        \
            auto base = __viewed(std::forward<R>(range));                                                    \
            return name##_view<decltype(base), F>(std::move(base), std::move(f));                            \
        }                                                                                                    \
        template <class F> constexpr auto operator()(F f) const {                                            \
            return __adapted([f](auto &&r) { return __##name()(std::forward<decltype(r)>(r), f); });         \
        }                                                                                                    \
    };                                                                                                       \
    namespace views {                                                                                        \
    inline constexpr __##name name{};                                                                        \
    }
#define __simt_view_by_count(name)                                                                           \
    struct __##name {                                                                                        \
        template <class R> constexpr auto operator()(R &&range, ptrdiff_t n) const {                         \
            auto base = __viewed(std::forward<R>(range));                                                    \
            return name##_view<decltype(base)>(std::move(base), n);                                          \
        }                                                                                                    \
        constexpr auto operator()(ptrdiff_t n) const {                                                       \
            return __adapted([n](auto &&r) { return __##name()(std::forward<decltype(r)>(r), n); });         \
        }                                                                                                    \
    };                                                                                                       \
    namespace views {                                                                                        \
    inline constexpr __##name name{};                                                                        \
    }
__simt_view_by_function(transform)
__simt_view_by_function(filter)
__simt_view_by_function(take_while)
__simt_view_by_function(drop_while)
__simt_view_by_count(take)
__simt_view_by_count(drop)
#undef __simt_view_by_function
#undef __simt_view_by_count
struct __reversed {
    template <class R> constexpr auto operator()(R &&range) const {
        auto base = __viewed(std::forward<R>(range));
        return reverse_view<decltype(base)>(std::move(base));
    }
};
struct __all {
    template <class R> constexpr auto operator()(R &&range) const { return __viewed(std::forward<R>(range)); }
};
template <size_t N> struct __element {
    template <class T> constexpr decltype(auto) operator()(T &&row) const { return std::get<N>(std::forward<T>(row)); }
};
template <size_t N> struct __elements {
    template <class R> constexpr auto operator()(R &&range) const { return __transform()(std::forward<R>(range), __element<N>()); }
};
namespace views {
inline constexpr __adaptor<__reversed> reverse{};
inline constexpr __adaptor<__all> all{};
inline constexpr __adaptor<__all> common{};
inline constexpr __adaptor<__elements<0>> keys{};
inline constexpr __adaptor<__elements<1>> values{};
template <size_t N> inline constexpr __adaptor<__elements<N>> elements{};
// Without an end: as far as the type goes.
template <class T> constexpr iota_view<T> iota(T first) { return iota_view<T>(first, numeric_limits<T>::max()); }
} // namespace views
} // namespace ranges
namespace views {
using ranges::views::transform;
using ranges::views::filter;
using ranges::views::take_while;
using ranges::views::drop_while;
using ranges::views::take;
using ranges::views::drop;
using ranges::views::reverse;
using ranges::views::all;
using ranges::views::common;
using ranges::views::keys;
using ranges::views::values;
using ranges::views::elements;
}
} // namespace std
