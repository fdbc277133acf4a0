// Atomics where there is one thread: plain values.
#pragma once
namespace std {
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
template <class T> class atomic {
    T __value;

public:
    constexpr atomic() : __value() {}
    constexpr atomic(T value) : __value(value) {}
    atomic(const atomic &) = delete;
    T operator=(T value) {
        __value = value;
        return value;
    }
    operator T() const { return __value; }
    T load(memory_order = memory_order_seq_cst) const { return __value; }
    void store(T value, memory_order = memory_order_seq_cst) { __value = value; }
    T exchange(T value, memory_order = memory_order_seq_cst) {
        T before = __value;
        __value = value;
        return before;
    }
    bool compare_exchange_strong(T &expected, T value, memory_order = memory_order_seq_cst) {
        if (__value == expected) {
            __value = value;
            return true;
        }
        expected = __value;
        return false;
    }
    bool compare_exchange_weak(T &expected, T value, memory_order order = memory_order_seq_cst) { return compare_exchange_strong(expected, value, order); }
    T fetch_add(T by, memory_order = memory_order_seq_cst) {
        T before = __value;
        __value += by;
        return before;
    }
    T fetch_sub(T by, memory_order = memory_order_seq_cst) {
        T before = __value;
        __value -= by;
        return before;
    }
    T operator++() { return ++__value; }
    T operator++(int) { return __value++; }
    T operator--() { return --__value; }
    T operator--(int) { return __value--; }
    T operator+=(T by) { return __value += by; }
    T operator-=(T by) { return __value -= by; }
};
using atomic_int = atomic<int>;
using atomic_bool = atomic<bool>;
using atomic_uint = atomic<unsigned int>;
using atomic_long = atomic<long>;
using atomic_size_t = atomic<unsigned long>;
} // namespace std
