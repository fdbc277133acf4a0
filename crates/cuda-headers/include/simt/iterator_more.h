// Iterators that move, that write to streams' buffers, and what types of iterators are asked.
// Next: iterator.
#pragma once
#include <iterator>
#include <type_traits>
namespace std {
template <class C> constexpr auto crbegin(const C &c) { return c.rbegin(); }
template <class C> constexpr auto crend(const C &c) { return c.rend(); }
template <class T, size_t n> constexpr reverse_iterator<T *> rbegin(T (&array)[n]) { return reverse_iterator<T *>(array + n); }
template <class T, size_t n> constexpr reverse_iterator<T *> rend(T (&array)[n]) { return reverse_iterator<T *>(array); }
// A base that gives a class of iterators its names.
template <class Category, class T, class Difference = ptrdiff_t, class P = T *, class R = T &> struct iterator {
    using iterator_category = Category;
    using value_type = T;
    using difference_type = Difference;
    using pointer = P;
    using reference = R;
};
// What it is at is moved from.
template <class I> class move_iterator {
    I __at;

public:
    using iterator_type = I;
    using value_type = typename iterator_traits<I>::value_type;
    using difference_type = ptrdiff_t;
    using reference = value_type &&;
    using pointer = I;
    using iterator_category = typename iterator_traits<I>::iterator_category;
    constexpr move_iterator() : __at() {}
    constexpr explicit move_iterator(I at) : __at(at) {}
    constexpr I base() const { return __at; }
    constexpr reference operator*() const { return static_cast<reference>(*__at); }
    constexpr reference operator[](ptrdiff_t n) const { return static_cast<reference>(__at[n]); }
    constexpr move_iterator &operator++() {
        ++__at;
        return *this;
    }
    constexpr move_iterator operator++(int) { return move_iterator(__at++); }
    constexpr move_iterator &operator--() {
        --__at;
        return *this;
    }
    constexpr move_iterator operator+(ptrdiff_t n) const { return move_iterator(__at + n); }
    constexpr move_iterator operator-(ptrdiff_t n) const { return move_iterator(__at - n); }
    constexpr move_iterator &operator+=(ptrdiff_t n) {
        __at += n;
        return *this;
    }
    constexpr ptrdiff_t operator-(const move_iterator &other) const { return __at - other.__at; }
    constexpr bool operator==(const move_iterator &other) const { return __at == other.__at; }
    constexpr bool operator!=(const move_iterator &other) const { return __at != other.__at; }
    constexpr bool operator<(const move_iterator &other) const { return __at < other.__at; }
};
template <class I> constexpr move_iterator<I> make_move_iterator(I at) { return move_iterator<I>(at); }

struct contiguous_iterator_tag : random_access_iterator_tag {};
template <class T> struct __iterator_parts : iterator_traits<T> {};
template <class I> using iter_value_t = typename iterator_traits<remove_cvref_t<I>>::value_type;
template <class I> using iter_reference_t = decltype(*declval<I &>());
template <class I> using iter_difference_t = ptrdiff_t;
template <class I> concept input_or_output_iterator = requires(I i) {
    *i;
    ++i;
    i++;
};
template <class S, class I> concept sentinel_for = requires(const S &s, const I &i) {
    { i == s } -> same_as<bool>;
};
template <class I> concept input_iterator = input_or_output_iterator<I> && requires { typename iter_value_t<I>; };
template <class I, class T> concept output_iterator = input_or_output_iterator<I> && requires(I i, T &&t) { *i++ = static_cast<T &&>(t); };
template <class I> concept forward_iterator = input_iterator<I> && sentinel_for<I, I> && !__read_once<typename iterator_traits<I>::iterator_category>::value;
template <class I> concept bidirectional_iterator = forward_iterator<I> && requires(I i) { --i; };
template <class I> concept random_access_iterator = bidirectional_iterator<I> && requires(I i, ptrdiff_t n) {
    i += n;
    i + n;
    i - i;
    i[n];
};
template <class I> concept contiguous_iterator = random_access_iterator<I> && is_pointer_v<I>;
} // namespace std
