// Objects in raw memory, and what allocators and pointers are asked.
// Next: memory.
#pragma once
#include <iterator>
#include <memory>
#include <new>
#include <utility>
namespace std {
template <class T, class... A> T *construct_at(T *at, A &&...args) { return new (static_cast<void *>(at)) T(std::forward<A>(args)...); }
template <class T> void destroy_at(T *at) {
    if constexpr (is_array<T>::value)
        for (auto &one : *at) std::destroy_at(&one);
    else at->~T();
}
template <class I> void destroy(I first, I last) {
    for (; first != last; ++first) std::destroy_at(&*first);
}
template <class I, class N> I destroy_n(I first, N n) {
    for (; n > 0; ++first, --n) std::destroy_at(&*first);
    return first;
}
template <class I> using __made = typename iterator_traits<I>::value_type;
// Makes objects one after another; those made are destroyed if one of them throws.
template <class I, class F> I __make_each(I first, F more) {
    I at = first;
    try {
        for (; more(at); ++at) {}
    } catch (...) {
        std::destroy(first, at);
        throw;
    }
    return at;
}
template <class I, class O> O uninitialized_copy(I first, I last, O to) {
    return std::__make_each(to, [&](O at) {
        if (first == last) return false;
        new (static_cast<void *>(&*at)) __made<O>(*first);
        ++first;
        return true;
    });
}
template <class I, class N, class O> O uninitialized_copy_n(I first, N n, O to) {
    return std::__make_each(to, [&](O at) {
        if (n <= 0) return false;
        new (static_cast<void *>(&*at)) __made<O>(*first);
        ++first;
        --n;
        return true;
    });
}
template <class I, class O> O uninitialized_move(I first, I last, O to) {
    return std::__make_each(to, [&](O at) {
        if (first == last) return false;
        new (static_cast<void *>(&*at)) __made<O>(std::move(*first));
        ++first;
        return true;
    });
}
template <class I, class N, class O> pair<I, O> uninitialized_move_n(I first, N n, O to) {
    for (; n > 0; ++first, ++to, --n) new (static_cast<void *>(&*to)) __made<O>(std::move(*first));
    return pair<I, O>(first, to);
}
template <class I, class T> void uninitialized_fill(I first, I last, const T &value) {
    std::__make_each(first, [&](I at) {
        if (at == last) return false;
        new (static_cast<void *>(&*at)) __made<I>(value);
        return true;
    });
}
template <class I, class N, class T> I uninitialized_fill_n(I first, N n, const T &value) {
    return std::__make_each(first, [&](I at) {
        if (n <= 0) return false;
        new (static_cast<void *>(&*at)) __made<I>(value);
        --n;
        return true;
    });
}
template <class I> void uninitialized_value_construct(I first, I last) {
    for (; first != last; ++first) new (static_cast<void *>(&*first)) __made<I>();
}
template <class I, class N> I uninitialized_value_construct_n(I first, N n) {
    for (; n > 0; ++first, --n) new (static_cast<void *>(&*first)) __made<I>();
    return first;
}
template <class I> void uninitialized_default_construct(I first, I last) {
    for (; first != last; ++first) new (static_cast<void *>(&*first)) __made<I>;
}
template <class I, class N> I uninitialized_default_construct_n(I first, N n) {
    for (; n > 0; ++first, --n) new (static_cast<void *>(&*first)) __made<I>;
    return first;
}

// The next place in a row of bytes that is aligned, if so much room is left after it.
inline void *align(size_t alignment, size_t bytes, void *&at, size_t &room) {
    size_t address = reinterpret_cast<size_t>(at), skipped = (alignment - address % alignment) % alignment;
    if (room < bytes || room - bytes < skipped) return nullptr;
    room -= skipped;
    return at = static_cast<char *>(at) + skipped;
}
template <size_t n, class T> constexpr T *assume_aligned(T *p) { return p; }
template <class T> constexpr T *to_address(T *p) { return p; }
template <class P> constexpr auto to_address(const P &p) { return p.operator->(); }
template <class P> struct pointer_traits {
    using pointer = P;
    using element_type = typename P::element_type;
    using difference_type = ptrdiff_t;
};
template <class T> struct pointer_traits<T *> {
    using pointer = T *;
    using element_type = T;
    using difference_type = ptrdiff_t;
    template <class U> using rebind = U *;
    static pointer pointer_to(T &object) { return &object; }
};
struct allocator_arg_t {};
inline constexpr allocator_arg_t allocator_arg{};
// What an allocator can do, with what it need not say itself.
template <class A, class T, class... V>
concept __constructs = requires(A &from, T *at, V &&...args) { from.construct(at, std::forward<V>(args)...); };
template <class A, class T> concept __destroys = requires(A &from, T *at) { from.destroy(at); };
template <class A, class T> struct __rebound;
template <template <class...> class A, class Old, class... Rest, class T> struct __rebound<A<Old, Rest...>, T> { using type = A<T, Rest...>; };
template <class A> struct allocator_traits {
    using allocator_type = A;
    using value_type = typename A::value_type;
    using pointer = value_type *;
    using const_pointer = const value_type *;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    template <class T> using rebind_alloc = typename __rebound<A, T>::type;
    template <class T> using rebind_traits = allocator_traits<typename __rebound<A, T>::type>;
    static pointer allocate(A &from, size_t n) { return from.allocate(n); }
    static pointer allocate(A &from, size_t n, const void *) { return from.allocate(n); }
    static void deallocate(A &from, pointer p, size_t n) { from.deallocate(p, n); }
    template <class T, class... V> static void construct(A &from, T *at, V &&...args) {
        if constexpr (__constructs<A, T, V...>) from.construct(at, std::forward<V>(args)...);
        else std::construct_at(at, std::forward<V>(args)...);
    }
    template <class T> static void destroy(A &from, T *at) {
        if constexpr (__destroys<A, T>) from.destroy(at);
        else std::destroy_at(at);
    }
    static size_t max_size(const A &) { return static_cast<size_t>(-1) / sizeof(value_type); }
    static A select_on_container_copy_construction(const A &from) { return from; }
};

template <class T> unique_ptr<T> make_unique_for_overwrite(size_t n = 0) {
    if constexpr (__element<T>::row) return unique_ptr<T>(new typename __element<T>::type[n]);
    else return unique_ptr<T>(new T);
}
template <class T, class A, class... V> shared_ptr<T> allocate_shared(const A &, V &&...args) { return std::make_shared<T>(std::forward<V>(args)...); }
template <class T, class U> shared_ptr<T> reinterpret_pointer_cast(const shared_ptr<U> &from) {
    shared_ptr<T> made;
    made.__join(reinterpret_cast<T *>(from.get()), from.__count);
    return made;
}
template <class T = void> struct owner_less {
    template <class P, class Q> bool operator()(const P &a, const Q &b) const { return a.owner_before(b); }
};
} // namespace std
