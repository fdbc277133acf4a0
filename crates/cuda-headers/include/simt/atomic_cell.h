// What cuda::atomic does to memory: each operation on a value of any type, by the atomic functions of its word.
// Next: cuda/atomic.
#pragma once
#include <cuda_runtime.h>
#include <string.h>
#include <type_traits>

// The word by which a value of so many bytes is exchanged.
template <int Bytes> struct __simt_atomic_word {
    typedef unsigned int type;
};
template <> struct __simt_atomic_word<8> {
    typedef unsigned long long type;
};
// What is in memory: the value, or a word if it is smaller than one.
template <class T, bool Small> struct __simt_atomic_kept {
    typedef T type;
};
template <class T> struct __simt_atomic_kept<T, true> {
    typedef unsigned int type;
};
// What is added: a number, for a pointer one of elements.
template <class T> struct __simt_atomic_step {
    typedef T type;
    static constexpr int size = 1;
};
template <class T> struct __simt_atomic_step<T *> {
    typedef ptrdiff_t type;
    static constexpr int size = sizeof(T);
};

// An atomic function; the one of a block's scope where that is asked for.
#define SIMT_SCOPED(name, ...)                                                                                         \
    if constexpr (Narrow) return value(name##_block(__VA_ARGS__));                                                     \
    else return value(name(__VA_ARGS__))
template <class T, bool Narrow = false> struct __simt_atomic_cell {
    static_assert(sizeof(T) <= 2 || sizeof(T) == 4 || sizeof(T) == 8,
                  "cuda::atomic of this size is not modelled: it must have 1, 2, 4 or 8 bytes");
    static constexpr bool small = sizeof(T) < 4, real = std::is_floating_point<T>::value;
    static constexpr bool signs = std::is_signed<T>::value;
    typedef typename __simt_atomic_word<sizeof(T)>::type bare;
    // Numbers of 32 bits have functions of their own sign.
    typedef typename std::conditional<std::is_same<T, int>::value, int, bare>::type word;
    typedef typename std::conditional<signs, long long, unsigned long long>::type wide;
    typedef typename std::conditional<sizeof(T) == 8, wide, word>::type ordered;
    typedef typename __simt_atomic_kept<T, small>::type cell;
    typedef typename __simt_atomic_step<T>::type by;

    static __host__ __device__ constexpr word bits(T value) {
        if constexpr (std::is_same<T, float>::value) return __float_as_uint(value);
        else if constexpr (std::is_same<T, double>::value) return (word)__double_as_longlong(value);
        else if constexpr (std::is_class<T>::value) {
            word whole = 0;
            memcpy(&whole, &value, sizeof(T));
            return whole;
        } else return (word)value;
    }
    static __host__ __device__ T value(word bits) {
        if constexpr (std::is_same<T, float>::value) return __uint_as_float(bits);
        else if constexpr (std::is_same<T, double>::value) return __longlong_as_double((long long)bits);
        else if constexpr (std::is_class<T>::value) {
            T whole;
            memcpy(&whole, &bits, sizeof(T));
            return whole;
        } else return (T)bits;
    }
    static __host__ __device__ constexpr cell kept(T value) {
        if constexpr (small) return bits(value);
        else return value;
    }
    static __host__ __device__ bool same(T a, T b) { return bits(a) == bits(b); }

    static __host__ __device__ T load(const cell *at) {
        if constexpr (small || std::is_class<T>::value) return value(*(const volatile word *)at);
        else return *(const volatile T *)at;
    }
    static __host__ __device__ void store(cell *at, T given) {
        if constexpr (small || std::is_class<T>::value) *(volatile word *)at = bits(given);
        else *(volatile T *)at = given;
    }
    static __host__ __device__ T exchange(cell *at, T given) { SIMT_SCOPED(atomicExch, (word *)at, bits(given)); }
    static __host__ __device__ word swapped(word *at, word wanted, word given) {
        if constexpr (Narrow) return atomicCAS_block(at, wanted, given);
        else return atomicCAS(at, wanted, given);
    }
    static __host__ __device__ bool swap(cell *at, T &expected, T given) {
        word wanted = bits(expected);
        word seen = swapped((word *)at, wanted, bits(given));
        if (seen == wanted) return true;
        expected = value(seen);
        return false;
    }
    // By exchange, until nobody came between.
    template <class Change> static __host__ __device__ T update(cell *at, T by, Change change) {
        word seen = bits(load(at));
        for (;;) {
            word before = seen;
            seen = swapped((word *)at, before, bits(change(value(before), by)));
            if (seen == before) return value(seen);
        }
    }
    struct sum {
        __host__ __device__ T operator()(T a, T b) const { return (T)(a + b); }
    };
    struct lower {
        __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
    };
    struct higher {
        __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
    };
    static __host__ __device__ T add(cell *at, by given) {
        if constexpr (real && Narrow) return atomicAdd_block(at, given);
        else if constexpr (real) return atomicAdd(at, given);
        else if constexpr (small) return update(at, given, sum());
        else {
            word step = (word)(given * (by)__simt_atomic_step<T>::size);
            SIMT_SCOPED(atomicAdd, (word *)at, step);
        }
    }
    static __host__ __device__ T sub(cell *at, by given) { return add(at, (by)(-given)); }
    static __host__ __device__ T least(cell *at, T given) {
        if constexpr (real || small) return update(at, given, lower());
        else if constexpr (Narrow) return (T)atomicMin_block((ordered *)at, (ordered)given);
        else return (T)atomicMin((ordered *)at, (ordered)given);
    }
    static __host__ __device__ T most(cell *at, T given) {
        if constexpr (real || small) return update(at, given, higher());
        else if constexpr (Narrow) return (T)atomicMax_block((ordered *)at, (ordered)given);
        else return (T)atomicMax((ordered *)at, (ordered)given);
    }
    static __host__ __device__ T both(cell *at, T given) { SIMT_SCOPED(atomicAnd, (word *)at, bits(given)); }
    static __host__ __device__ T either(cell *at, T given) { SIMT_SCOPED(atomicOr, (word *)at, bits(given)); }
    static __host__ __device__ T differ(cell *at, T given) { SIMT_SCOPED(atomicXor, (word *)at, bits(given)); }
};
#undef SIMT_SCOPED
