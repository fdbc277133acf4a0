// The compiler's atomic functions for host code, where there is one thread. A call of `__sync_fetch_and_add` in host code
// means `__simt_sync_fetch_and_add`, and so with each. Memory is reached as `volatile` first: by that the machine knows that
// the access is one that others may be told by, or wait with.
#pragma once
#include <simt/base.h>
#define __simt_sync(name, sign)                                                                        \
    template <class T, class V> T __simt_sync_fetch_and_##name(T *p, V by) {                           \
        T before = *(volatile T *)p;                                                                                 \
        *p = static_cast<T>(before sign static_cast<T>(by));                                           \
        return before;                                                                                 \
    }                                                                                                  \
    template <class T, class V> T __simt_sync_##name##_and_fetch(T *p, V by) {                         \
        return *p = static_cast<T>(*(volatile T *)p sign static_cast<T>(by));                                        \
    }                                                                                                  \
    template <class T, class V> T __simt_atomic_fetch_##name(T *p, V by, int) {                        \
        T before = *(volatile T *)p;                                                                                 \
        *p = static_cast<T>(before sign static_cast<T>(by));                                           \
        return before;                                                                                 \
    }                                                                                                  \
    template <class T, class V> T __simt_atomic_##name##_fetch(T *p, V by, int) {                      \
        return *p = static_cast<T>(*(volatile T *)p sign static_cast<T>(by));                                        \
    }
__simt_sync(add, +)
__simt_sync(sub, -)
__simt_sync(and, &)
__simt_sync(or, |)
__simt_sync(xor, ^)
#undef __simt_sync
template <class T, class U, class V> bool __simt_sync_bool_compare_and_swap(T *p, U expected, V value) {
    if (*(volatile T *)p != static_cast<T>(expected)) return false;
    *p = static_cast<T>(value);
    return true;
}
template <class T, class U, class V> T __simt_sync_val_compare_and_swap(T *p, U expected, V value) {
    T before = *(volatile T *)p;
    if (before == static_cast<T>(expected)) *p = static_cast<T>(value);
    return before;
}
template <class T, class V> T __simt_sync_lock_test_and_set(T *p, V value) {
    T before = *(volatile T *)p;
    *p = static_cast<T>(value);
    return before;
}
template <class T> void __simt_sync_lock_release(T *p) { *(volatile T *)p = 0; }
inline void __simt_sync_synchronize() {}
template <class T> T __simt_atomic_load_n(const T *p, int) { return *(const volatile T *)p; }
template <class T> void __simt_atomic_load(const T *p, T *to, int) { *to = *(const volatile T *)p; }
template <class T, class V> void __simt_atomic_store_n(T *p, V value, int) { *(volatile T *)p = static_cast<T>(value); }
template <class T> void __simt_atomic_store(T *p, T *from, int) { *(volatile T *)p = *from; }
template <class T, class V> T __simt_atomic_exchange_n(T *p, V value, int) {
    T before = *(volatile T *)p;
    *p = static_cast<T>(value);
    return before;
}
template <class T, class V> bool __simt_atomic_compare_exchange_n(T *p, T *expected, V value, bool, int, int) {
    if (*(volatile T *)p == *expected) {
        *p = static_cast<T>(value);
        return true;
    }
    *expected = *p;
    return false;
}
inline bool __simt_atomic_test_and_set(void *p, int) {
    bool before = *static_cast<volatile char *>(p);
    *static_cast<char *>(p) = 1;
    return before;
}
inline void __simt_atomic_clear(void *p, int) { *static_cast<volatile char *>(p) = 0; }
inline void __simt_atomic_thread_fence(int) {}
