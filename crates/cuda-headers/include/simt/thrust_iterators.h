// Thrust's iterators that are no pointers. Each is its own cursor: `it[n]` gives an element, on either side.
// Next: simt/thrust_algorithms.h.
#pragma once
#include <cub/thread/thread_operators.cuh>
#include <iterator>
#include <simt/thrust.h>
#include <tuple>

namespace thrust {
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;

#define SIMT_STEPS(It, at)                                                                                             \
    __host__ __device__ It operator+(long n) const {                                                                   \
        It next = *this;                                                                                               \
        next += n;                                                                                                     \
        return next;                                                                                                   \
    }                                                                                                                  \
    __host__ __device__ It operator-(long n) const { return *this + -n; }                                              \
    __host__ __device__ It &operator++() {                                                                             \
        *this += 1;                                                                                                    \
        return *this;                                                                                                  \
    }                                                                                                                  \
    __host__ __device__ It operator++(int) {                                                                           \
        It before = *this;                                                                                             \
        *this += 1;                                                                                                    \
        return before;                                                                                                 \
    }                                                                                                                  \
    __host__ __device__ long operator-(const It &b) const { return (long)(at - b.at); }                                \
    __host__ __device__ bool operator==(const It &b) const { return at == b.at; }                                      \
    __host__ __device__ bool operator!=(const It &b) const { return !(at == b.at); }                                   \
    __host__ __device__ bool operator<(const It &b) const { return at - b.at < 0; }                                    \
    __host__ __device__ auto operator*() const { return (*this)[0]; }

// What `std::iterator_traits` asks of an iterator over values that are made as they are read.
#define SIMT_ROW_OF(T)                                                                                                 \
    typedef T value_type;                                                                                              \
    typedef T reference;                                                                                               \
    typedef const T *pointer;                                                                                          \
    typedef long difference_type;                                                                                      \
    typedef std::random_access_iterator_tag iterator_category;

template <class T, class System = void, class Walk = void, class Step = void> class counting_iterator {
    T at;

  public:
    SIMT_ROW_OF(T)
    __host__ __device__ counting_iterator() : at() {}
    __host__ __device__ explicit counting_iterator(T first) : at(first) {}
    __host__ __device__ counting_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ T operator[](long n) const { return (T)(at + n); }
    SIMT_STEPS(counting_iterator, at)
};
template <class T> __host__ __device__ counting_iterator<T> make_counting_iterator(T first) {
    return counting_iterator<T>(first);
}

template <class T, class Step = long> class constant_iterator {
    T value;
    long at;

  public:
    SIMT_ROW_OF(T)
    __host__ __device__ explicit constant_iterator(T v, long n = 0) : value(v), at(n) {}
    __host__ __device__ constant_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ T operator[](long n) const { return value; }
    SIMT_STEPS(constant_iterator, at)
};
template <class T> __host__ __device__ constant_iterator<T> make_constant_iterator(T v, long n = 0) {
    return constant_iterator<T>(v, n);
}

struct discard_iterator {
    struct nothing {
        template <class T> __host__ __device__ const nothing &operator=(const T &value) const { return *this; }
    };
    long at = 0;
    typedef nothing value_type;
    __host__ __device__ discard_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ nothing operator[](long n) const { return nothing(); }
    SIMT_STEPS(discard_iterator, at)
};
inline discard_iterator make_discard_iterator() { return discard_iterator(); }

// What a row's element is, and the row as a kernel has it.
template <class It> auto __simt_raw(It it) -> decltype(it.__cursor()) { return it.__cursor(); }
template <class T> auto __simt_raw(counting_iterator<T> it) { return it; }
template <class T, class S> auto __simt_raw(constant_iterator<T, S> it) { return it; }
inline discard_iterator __simt_raw(discard_iterator it) { return it; }

// What a function makes of a row's elements, and of which type that is if it was said.
template <class F, class It, class Said> struct __simt_made { typedef Said type; };
template <class F, class It> struct __simt_made<F, It, void> {
    typedef typename std::decay<decltype(std::declval<F &>()(std::declval<typename cub::__simt_value_of<It>::type>()))>::type type;
};

template <class F, class It, class Said = void> class transform_iterator {
    It at;
    mutable F f;

  public:
    __host__ __device__ transform_iterator(It it, F op) : at(it), f(op) {}
    __host__ __device__ transform_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ auto operator[](long n) const { return f(at[n]); }
    auto __cursor() const {
        auto raw = __simt_raw(at);
        return transform_iterator<F, decltype(raw)>(raw, f);
    }
    SIMT_STEPS(transform_iterator, at)
};
template <class F, class It> __host__ __device__ transform_iterator<F, It> make_transform_iterator(It it, F f) {
    return transform_iterator<F, It>(it, f);
}

// What `row[i]` is.
template <class It> struct __simt_element { typedef typename cub::__simt_value_of<It>::type type; };
template <class T> struct __simt_element<T *> { typedef T &type; };
template <class T> struct __simt_element<device_ptr<T>> { typedef device_reference<T> type; };

template <class It, class Index> class permutation_iterator {
    It row;
    Index at;

    typedef typename cub::__simt_value_of<It>::type element;

  public:
    SIMT_ROW_OF(element)
    __host__ __device__ permutation_iterator(It it, Index index) : row(it), at(index) {}
    __host__ __device__ permutation_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ typename __simt_element<It>::type operator[](long n) const { return row[at[n]]; }
    auto __cursor() const {
        auto a = __simt_raw(row);
        auto b = __simt_raw(at);
        return permutation_iterator<decltype(a), decltype(b)>(a, b);
    }
    SIMT_STEPS(permutation_iterator, at)
};
template <class It, class Index> permutation_iterator<It, Index> make_permutation_iterator(It it, Index index) {
    return permutation_iterator<It, Index>(it, index);
}

// An element of several rows at once: where each part is, or what it is where it is nowhere.
template <class C> struct __simt_part {
    typedef typename cub::__simt_value_of<C>::type value_type;
    value_type value;
    __host__ __device__ __simt_part(C row, long n) : value(row[n]) {}
    __host__ __device__ const value_type &operator*() const { return value; }
};
template <class T> struct __simt_part<T *> {
    T *place;
    __host__ __device__ __simt_part(T *row, long n) : place(row + n) {}
    __host__ __device__ T &operator*() const { return *place; }
};
template <class... C> struct __simt_parts;
template <> struct __simt_parts<> {
    __host__ __device__ __simt_parts(long n) {}
};
template <class C, class... D> struct __simt_parts<C, D...> {
    __simt_part<C> head;
    __simt_parts<D...> tail;
    __host__ __device__ __simt_parts(long n, C row, D... rows) : head(row, n), tail(n, rows...) {}
    template <size_t i> __host__ __device__ auto &__part() const {
        if constexpr (i == 0) return *head;
        else return tail.template __part<i - 1>();
    }
    template <size_t... i> __host__ __device__ auto __whole(std::index_sequence<i...>) const {
        return whole(__part<i>()...);
    }
    typedef tuple<typename cub::__simt_value_of<C>::type, typename cub::__simt_value_of<D>::type...> whole;
    __host__ __device__ operator whole() const { return __whole(std::make_index_sequence<1 + sizeof...(D)>()); }
    template <class... T> __host__ __device__ const __simt_parts &operator=(const tuple<T...> &from) const {
        __set(from, std::make_index_sequence<sizeof...(T)>());
        return *this;
    }
    template <class U, size_t... i> __host__ __device__ void __set(const U &from, std::index_sequence<i...>) const {
        ((__part<i>() = std::get<i>(from)), ...);
    }
};
}  // namespace thrust

namespace std {
template <size_t i, class... C> __host__ __device__ auto &get(const thrust::__simt_parts<C...> &t) { return t.template __part<i>(); }
}  // namespace std

namespace thrust {

template <class T> class zip_iterator;
template <class... It> class zip_iterator<tuple<It...>> {
    tuple<It...> rows;
    long at = 0;
    template <size_t... i> __host__ __device__ auto __element(long n, std::index_sequence<i...>) const {
        return __simt_parts<It...>(n, std::get<i>(rows)...);
    }
    template <size_t... i> auto __raws(std::index_sequence<i...>) const {
        return make_tuple(__simt_raw(std::get<i>(rows) + at)...);
    }

    typedef tuple<typename cub::__simt_value_of<It>::type...> elements;

  public:
    SIMT_ROW_OF(elements)
    __host__ __device__ zip_iterator(tuple<It...> t) : rows(t) {}
    __host__ __device__ zip_iterator &operator+=(long n) {
        at += n;
        return *this;
    }
    __host__ __device__ auto operator[](long n) const { return __element(at + n, std::index_sequence_for<It...>()); }
    auto __cursor() const {
        auto raw = __raws(std::index_sequence_for<It...>());
        return zip_iterator<decltype(raw)>(raw);
    }
    __host__ __device__ long operator-(const zip_iterator &b) const { return at - b.at + (std::get<0>(rows) - std::get<0>(b.rows)); }
    __host__ __device__ zip_iterator operator+(long n) const {
        zip_iterator next = *this;
        next.at += n;
        return next;
    }
    __host__ __device__ bool operator==(const zip_iterator &b) const { return *this - b == 0; }
    __host__ __device__ bool operator!=(const zip_iterator &b) const { return *this - b != 0; }
    __host__ __device__ zip_iterator &operator++() {
        at += 1;
        return *this;
    }
    __host__ __device__ auto operator*() const { return (*this)[0]; }
};
template <class... It> __host__ __device__ zip_iterator<tuple<It...>> make_zip_iterator(tuple<It...> t) {
    return zip_iterator<tuple<It...>>(t);
}
template <class It, class... I> __host__ __device__ zip_iterator<tuple<It, I...>> make_zip_iterator(It first, I... rest) {
    return zip_iterator<tuple<It, I...>>(make_tuple(first, rest...));
}

}  // namespace thrust

namespace cub {
template <class F, class It, class Said> struct __simt_value_of<thrust::transform_iterator<F, It, Said>> {
    typedef typename thrust::__simt_made<F, It, Said>::type type;
};
}  // namespace cub

// Not in the class: what a device's lambda gives is asked only where a program does.
template <class F, class It, class Said> struct std::iterator_traits<thrust::transform_iterator<F, It, Said>> {
    typedef typename cub::__simt_value_of<thrust::transform_iterator<F, It, Said>>::type made;
    SIMT_ROW_OF(made)
};

namespace thrust {

// ---- which side a row is on ----
template <class It> struct __simt_side {
    static constexpr bool device = false, host = false;
};
template <class T> struct __simt_side<T *> {
    static constexpr bool device = false, host = true;
};
template <class T> struct __simt_side<device_ptr<T>> {
    static constexpr bool device = true, host = false;
};
template <class F, class It, class Said> struct __simt_side<transform_iterator<F, It, Said>> : __simt_side<It> {};
template <class It, class Index> struct __simt_side<permutation_iterator<It, Index>> : __simt_side<It> {};
template <class... It> struct __simt_side<zip_iterator<tuple<It...>>> {
    static constexpr bool device = (__simt_side<It>::device || ...), host = (__simt_side<It>::host || ...);
};
// Where an algorithm over such rows runs: what is nowhere goes to the device.
template <bool there> struct __simt_at {
    typedef __simt_by_host type;
};
template <> struct __simt_at<true> {
    typedef __simt_by_device type;
};
template <class... A> using __simt_where = typename __simt_at<(__simt_side<A>::device || ...) || !(__simt_side<A>::host || ...)>::type;

}  // namespace thrust
