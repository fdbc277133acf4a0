// The atomic built-ins of CUDA 12.8 and later, __nv_atomic_*, as the CUDA guide lists them. The machine's order is strong, so what is asked for
// is a fence at most; a block's scope is told by its number.
// Next: simt/atomic_cell.h for the operations.
#pragma once
#include <simt/atomic_cell.h>

enum {
    __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

inline __device__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    if (scope <= __NV_THREAD_SCOPE_BLOCK) __threadfence_block();
    else __threadfence();
}
inline __device__ void __simt_nv_before(int order, int scope) {
    if (order >= __NV_ATOMIC_RELEASE) __nv_atomic_thread_fence(order, scope);
}
inline __device__ void __simt_nv_after(int order, int scope) {
    if (order != __NV_ATOMIC_RELAXED) __nv_atomic_thread_fence(order, scope);
}
template <class T> __device__ T __nv_atomic_load_n(const T *at, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    T seen = __simt_atomic_cell<T>::load(at);
    __simt_nv_after(order, scope);
    return seen;
}
template <class T> __device__ void __nv_atomic_load(const T *at, T *to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *to = __nv_atomic_load_n(at, order, scope);
}
template <class T, class V> __device__ void __nv_atomic_store_n(T *at, V given, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __simt_nv_before(order, scope);
    __simt_atomic_cell<T>::store(at, (T)given);
}
template <class T> __device__ void __nv_atomic_store(T *at, T *given, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __nv_atomic_store_n(at, *given, order, scope);
}
template <class T, class V>
__device__ bool __nv_atomic_compare_exchange_n(T *at, T *expected, V given, bool weak, int order, int failed,
                                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __simt_nv_before(order, scope);
    bool done = __simt_atomic_cell<T>::swap(at, *expected, (T)given);
    __simt_nv_after(done ? order : failed, scope);
    return done;
}
template <class T>
__device__ bool __nv_atomic_compare_exchange(T *at, T *expected, T *given, bool weak, int order, int failed,
                                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return __nv_atomic_compare_exchange_n(at, expected, *given, weak, order, failed, scope);
}
#define SIMT_NV_FETCH(name, does)                                                                                      \
    template <class T, class V>                                                                                        \
    __device__ T __nv_atomic_##name(T *at, V by, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {                    \
        __simt_nv_before(order, scope);                                                                                \
        T seen = __simt_atomic_cell<T>::does(at, (T)by);                                                               \
        __simt_nv_after(order, scope);                                                                                 \
        return seen;                                                                                                   \
    }
#define SIMT_NV_BOTH(name, does)                                                                                       \
    SIMT_NV_FETCH(fetch_##name, does)                                                                                  \
    template <class T, class V>                                                                                        \
    __device__ void __nv_atomic_##name(T *at, V by, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {                 \
        __nv_atomic_fetch_##name(at, by, order, scope);                                                                \
    }
SIMT_NV_FETCH(exchange_n, exchange)
SIMT_NV_BOTH(add, add)
SIMT_NV_BOTH(sub, sub)
SIMT_NV_BOTH(min, least)
SIMT_NV_BOTH(max, most)
SIMT_NV_BOTH(and, both)
SIMT_NV_BOTH(or, either)
SIMT_NV_BOTH(xor, differ)
#undef SIMT_NV_BOTH
#undef SIMT_NV_FETCH
template <class T> __device__ void __nv_atomic_exchange(T *at, T *given, T *to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *to = __nv_atomic_exchange_n(at, *given, order, scope);
}
