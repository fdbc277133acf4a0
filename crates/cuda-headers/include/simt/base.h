// What every header of the C++ library stands on: sizes, references moved and forwarded, values swapped.
// Next: type_traits, utility.
#pragma once
namespace std {
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef decltype(nullptr) nullptr_t;

template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;

template <class T> constexpr remove_reference_t<T> &&move(T &&value) { return static_cast<remove_reference_t<T> &&>(value); }
template <class T> constexpr T &&forward(remove_reference_t<T> &value) { return static_cast<T &&>(value); }
template <class T> constexpr T &&forward(remove_reference_t<T> &&value) { return static_cast<T &&>(value); }

template <class T> constexpr void swap(T &a, T &b) {
    T kept = move(a);
    a = move(b);
    b = move(kept);
}
template <class T, size_t n> constexpr void swap(T (&a)[n], T (&b)[n]) {
    for (size_t i = 0; i < n; ++i) swap(a[i], b[i]);
}
template <class T, class U = T> constexpr T exchange(T &value, U &&next) {
    T before = move(value);
    value = forward<U>(next);
    return before;
}
template <class T> constexpr T *addressof(T &value) { return &value; }
} // namespace std

extern "C" {
void *malloc(size_t bytes);
void free(void *p);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);
int memcmp(const void *a, const void *b, size_t bytes);
size_t strlen(const char *text);
void abort();
}
// Ends the program as `std::terminate` does.
void __simt_terminate();
