// Elements in raw memory: made, moved, destroyed. What is trivially copyable goes by whole blocks of bytes.
#pragma once
#include <simt/base.h>
#include <simt/errors.h>
#include <simt/number.h>
#ifndef __simt_plain
#define __simt_plain(T) __is_trivially_copyable(T)
#endif
namespace std {
template <class T> void __destroy(T *at, size_t n) {
    if constexpr (!__simt_plain(T))
        for (size_t i = 0; i < n; ++i) at[i].~T();
}
template <class T> void __make(T *at, size_t n) {
    if constexpr (__is_number<T>::value) {
        memset(static_cast<void *>(at), 0, n * sizeof(T));
    } else {
        for (size_t i = 0; i < n; ++i) new (static_cast<void *>(at + i)) T();
    }
}
template <class T> void __make_of(T *at, size_t n, const T &value) {
    if constexpr (__simt_plain(T)) {
        if (n == 0) return;
        // Doubles what is there until all is.
        new (static_cast<void *>(at)) T(value);
        size_t made = 1;
        while (made < n) {
            size_t more = made < n - made ? made : n - made;
            memcpy(static_cast<void *>(at + made), at, more * sizeof(T));
            made += more;
        }
    } else {
        for (size_t i = 0; i < n; ++i) new (static_cast<void *>(at + i)) T(value);
    }
}
template <class T, class I> void __make_from(T *at, I from, size_t n) {
    for (size_t i = 0; i < n; ++i, ++from) new (static_cast<void *>(at + i)) T(*from);
}
template <class T> void __make_from(T *at, const T *from, size_t n) {
    if constexpr (__simt_plain(T)) {
        if (n > 0) memcpy(static_cast<void *>(at), from, n * sizeof(T));
    } else {
        for (size_t i = 0; i < n; ++i) new (static_cast<void *>(at + i)) T(from[i]);
    }
}
template <class T> void __make_from(T *at, T *from, size_t n) { __make_from(at, static_cast<const T *>(from), n); }
// Moves elements to memory that holds none; what they came from holds none then.
template <class T> void __relocate(T *to, T *from, size_t n) {
    if constexpr (__simt_plain(T)) {
        if (n > 0) memcpy(static_cast<void *>(to), from, n * sizeof(T));
    } else {
        for (size_t i = 0; i < n; ++i) {
            new (static_cast<void *>(to + i)) T(std::move(from[i]));
            from[i].~T();
        }
    }
}
template <class T> void __shift_up(T *at, size_t n, size_t by) {
    if constexpr (__simt_plain(T)) {
        if (n > 0) memmove(static_cast<void *>(at + by), at, n * sizeof(T));
    } else {
        for (size_t i = n; i-- > 0;) {
            new (static_cast<void *>(at + i + by)) T(std::move(at[i]));
            at[i].~T();
        }
    }
}
// Takes `by` elements away and moves the `n` after them down.
template <class T> void __shift_down(T *at, size_t by, size_t n) {
    if (by == 0) return;
    if constexpr (__simt_plain(T)) {
        if (n > 0) memmove(static_cast<void *>(at), at + by, n * sizeof(T));
    } else {
        for (size_t i = 0; i < n; ++i) at[i] = std::move(at[i + by]);
        for (size_t i = 0; i < by; ++i) at[n + i].~T();
    }
}
template <class T> bool __equal_rows(const T *a, const T *b, size_t n) {
    for (size_t i = 0; i < n; ++i)
        if (!(a[i] == b[i])) return false;
    return true;
}
template <class T> bool __less_rows(const T *a, size_t n, const T *b, size_t m) {
    for (size_t i = 0; i < n && i < m; ++i) {
        if (a[i] < b[i]) return true;
        if (b[i] < a[i]) return false;
    }
    return n < m;
}
} // namespace std
