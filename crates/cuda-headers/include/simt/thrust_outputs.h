// Thrust's iterators that something is written through, and those that go another way over a row.
// Next: simt/thrust_more.h.
#pragma once
#include <simt/thrust_more.h>

namespace thrust {

// What is written goes through a function first.
template <class F, class It> struct __simt_written {
    F f;
    It row;
    long n;
    template <class T> __host__ __device__ const __simt_written &operator=(const T &value) const {
        It to = row;
        F made = f;
        to[n] = made(value);
        return *this;
    }
};
template <class F, class It> class transform_output_iterator {
    F f;
    It at;

  public:
    typedef typename cub::__simt_value_of<It>::type value_type;
    __host__ __device__ transform_output_iterator(It it, F function) : f(function), at(it) {}
    __host__ __device__ transform_output_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ __simt_written<F, It> operator[](long n) const { return __simt_written<F, It>{f, at, n}; }
    auto __cursor() const {
        auto raw = __simt_raw(at);
        return transform_output_iterator<F, decltype(raw)>(raw, f);
    }
    SIMT_STEPS(transform_output_iterator, at)
};
template <class F, class It> __host__ __device__ transform_output_iterator<F, It> make_transform_output_iterator(It it, F f) {
    return transform_output_iterator<F, It>(it, f);
}

// What is written is given to a function, with its place.
template <class F> struct __simt_tabulated {
    F f;
    long n;
    template <class T> __host__ __device__ const __simt_tabulated &operator=(const T &value) const {
        F called = f;
        called(n, value);
        return *this;
    }
};
template <class F> class tabulate_output_iterator {
    F f;
    long at;

  public:
    struct nothing {};
    typedef nothing value_type;
    __host__ __device__ tabulate_output_iterator(F function, long first = 0) : f(function), at(first) {}
    __host__ __device__ tabulate_output_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ __simt_tabulated<F> operator[](long n) const { return __simt_tabulated<F>{f, at + n}; }
    auto __cursor() const { return *this; }
    SIMT_STEPS(tabulate_output_iterator, at)
};
template <class F> __host__ __device__ tabulate_output_iterator<F> make_tabulate_output_iterator(F f) { return tabulate_output_iterator<F>(f); }

// From the end to the beginning.
template <class It> class reverse_iterator {
    It at;

  public:
    typedef typename cub::__simt_value_of<It>::type value_type;
    __host__ __device__ explicit reverse_iterator(It it) : at(it) {}
    __host__ __device__ It base() const { return at; }
    __host__ __device__ reverse_iterator &operator+=(long n) {
        at += -n;
        return *this;
    }
    __host__ __device__ typename __simt_element<It>::type operator[](long n) const { return at[-1 - n]; }
    __host__ __device__ reverse_iterator operator+(long n) const {
        reverse_iterator next = *this;
        next += n;
        return next;
    }
    __host__ __device__ reverse_iterator operator-(long n) const { return *this + -n; }
    __host__ __device__ reverse_iterator &operator++() { return *this += 1; }
    __host__ __device__ long operator-(const reverse_iterator &b) const { return b.at - at; }
    __host__ __device__ bool operator==(const reverse_iterator &b) const { return at == b.at; }
    __host__ __device__ bool operator!=(const reverse_iterator &b) const { return !(at == b.at); }
    __host__ __device__ typename __simt_element<It>::type operator*() const { return (*this)[0]; }
    auto __cursor() const {
        auto raw = __simt_raw(at);
        return reverse_iterator<decltype(raw)>(raw);
    }
};
template <class It> __host__ __device__ reverse_iterator<It> make_reverse_iterator(It it) { return reverse_iterator<It>(it); }

// Every so manyth element.
template <class It> class strided_iterator {
    It row;
    long step, at;

  public:
    typedef typename cub::__simt_value_of<It>::type value_type;
    __host__ __device__ strided_iterator(It it, long stride, long first = 0) : row(it), step(stride), at(first) {}
    __host__ __device__ strided_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ typename __simt_element<It>::type operator[](long n) const { return row[(at + n) * step]; }
    auto __cursor() const {
        auto raw = __simt_raw(row);
        return strided_iterator<decltype(raw)>(raw, step, at);
    }
    SIMT_STEPS(strided_iterator, at)
};
template <class It> __host__ __device__ strided_iterator<It> make_strided_iterator(It it, long stride) { return strided_iterator<It>(it, stride); }

template <class F, class It> struct __simt_side<transform_output_iterator<F, It>> : __simt_side<It> {};
template <class It> struct __simt_side<reverse_iterator<It>> : __simt_side<It> {};
template <class It> struct __simt_side<strided_iterator<It>> : __simt_side<It> {};

}  // namespace thrust
