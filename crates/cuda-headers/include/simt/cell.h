// Atomics where there is one thread: plain values, looked at as `volatile`; by that the machine knows that others may be told by them.
#pragma once
#include <simt/base.h>
namespace std {
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
// What is added to a number, or to a pointer.
template <class T> struct __step { using type = T; };
template <class T> struct __step<T *> { using type = ptrdiff_t; };
template <class T> class atomic {
    T __value;
    using __by = typename __step<T>::type;
    T __look() const {
        if constexpr (__is_class(T)) return __value;
        else return *(const volatile T *)&__value;
    }

public:
    using value_type = T;
    static constexpr bool is_always_lock_free = sizeof(T) <= 8;
    constexpr atomic() : __value() {}
    constexpr atomic(T value) : __value(value) {}
    atomic(const atomic &) = delete;
    T operator=(T value) {
        __value = value;
        return value;
    }
    operator T() const { return __look(); }
    bool is_lock_free() const { return is_always_lock_free; }
    T load(memory_order = memory_order_seq_cst) const { return __look(); }
    void store(T value, memory_order = memory_order_seq_cst) {
        __look();
        __value = value;
    }
    T exchange(T value, memory_order = memory_order_seq_cst) {
        T before = __look();
        __value = value;
        return before;
    }
    bool compare_exchange_strong(T &expected, T value, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) {
        if (memcmp(&__value, &expected, sizeof(T)) == 0) {
            __value = value;
            return true;
        }
        expected = __value;
        return false;
    }
    bool compare_exchange_weak(T &expected, T value, memory_order = memory_order_seq_cst, memory_order = memory_order_seq_cst) {
        return compare_exchange_strong(expected, value);
    }
#define __simt_fetch(name, sign)                            \
    T name(__by by, memory_order = memory_order_seq_cst) {  \
        T before = __look();                                 \
        __value = static_cast<T>(before sign by);           \
        return before;                                      \
    }                                                       \
    T operator sign##=(__by by) { return __value = static_cast<T>(__value sign by); }
    __simt_fetch(fetch_add, +)
    __simt_fetch(fetch_sub, -)
    __simt_fetch(fetch_and, &)
    __simt_fetch(fetch_or, |)
    __simt_fetch(fetch_xor, ^)
#undef __simt_fetch
    T operator++() { return ++__value; }
    T operator++(int) { return __value++; }
    T operator--() { return --__value; }
    T operator--(int) { return __value--; }
};
class atomic_flag {
    bool __set = false;

public:
    constexpr atomic_flag() {}
    constexpr atomic_flag(int) {}
    atomic_flag(const atomic_flag &) = delete;
    bool test_and_set(memory_order = memory_order_seq_cst) {
        bool before = __set;
        __set = true;
        return before;
    }
    void clear(memory_order = memory_order_seq_cst) { __set = false; }
};
#define ATOMIC_FLAG_INIT 0
#define ATOMIC_VAR_INIT(value) (value)
inline void atomic_thread_fence(memory_order) {}
inline void atomic_signal_fence(memory_order) {}
template <class T> void atomic_init(atomic<T> *a, T value) { a->store(value); }
template <class T> T atomic_load(const atomic<T> *a) { return a->load(); }
template <class T, class V> void atomic_store(atomic<T> *a, V value) { a->store(value); }
template <class T, class V> T atomic_exchange(atomic<T> *a, V value) { return a->exchange(value); }
template <class T, class V> T atomic_fetch_add(atomic<T> *a, V by) { return a->fetch_add(by); }
template <class T, class V> T atomic_fetch_sub(atomic<T> *a, V by) { return a->fetch_sub(by); }
template <class T, class V> bool atomic_compare_exchange_strong(atomic<T> *a, T *expected, V value) {
    return a->compare_exchange_strong(*expected, value);
}
using atomic_bool = atomic<bool>;
using atomic_char = atomic<char>;
using atomic_short = atomic<short>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned int>;
using atomic_long = atomic<long>;
using atomic_ulong = atomic<unsigned long>;
using atomic_llong = atomic<long long>;
using atomic_ullong = atomic<unsigned long long>;
using atomic_size_t = atomic<unsigned long>;
using atomic_int32_t = atomic<int>;
using atomic_uint32_t = atomic<unsigned int>;
using atomic_int64_t = atomic<long>;
using atomic_uint64_t = atomic<unsigned long>;
} // namespace std
