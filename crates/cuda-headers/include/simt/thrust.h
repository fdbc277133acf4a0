// Thrust, the parts that learners use: vectors on both sides, and the algorithms over them.
// The rule: what lies in host memory is done on the host, the rest in kernels; an element of a device vector that the
// host touches is copied there and back.
// Next: simt/thrust_iterators.h, simt/thrust_algorithms.h.
#pragma once
#include <cuda.h>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda_runtime.h>
#include <initializer_list>
#include <iterator>
#include <thrust/version.h>
#include <type_traits>
#include <vector>

namespace thrust {

// ---- pointers and elements of device memory ----
template <class T> class device_ptr;
template <class T> class device_reference {
    T *place;

  public:
    __host__ __device__ explicit device_reference(T *p) : place(p) {}
    typedef typename std::remove_const<T>::type Value;
    __host__ __device__ operator Value() const {
        if constexpr (__simt_on_device) {
            return *place;
        } else {
            Value value = Value();
            __simt_cuda_memcpy(&value, place, sizeof(T), cudaMemcpyDefault);
            return value;
        }
    }
    __host__ __device__ device_reference &operator=(const T &value) {
        if constexpr (__simt_on_device) {
            *place = value;
        } else {
            __simt_cuda_memcpy((void *)place, &value, sizeof(T), cudaMemcpyDefault);
        }
        return *this;
    }
    __host__ __device__ device_reference &operator=(const device_reference &other) { return *this = (T)other; }
    __host__ __device__ device_reference &operator+=(const T &value) { return *this = (T)((T) * this + value); }
    __host__ __device__ device_reference &operator-=(const T &value) { return *this = (T)((T) * this - value); }
    __host__ __device__ device_reference &operator*=(const T &value) { return *this = (T)((T) * this * value); }
    __host__ __device__ device_reference &operator/=(const T &value) { return *this = (T)((T) * this / value); }
    __host__ __device__ device_reference &operator++() { return *this += T(1); }
    __host__ __device__ device_reference &operator--() { return *this -= T(1); }
    __host__ __device__ device_ptr<T> operator&() const { return device_ptr<T>(place); }
};

// Whether an iterator can only be gone along once.
template <class It, class = void> struct __simt_read_once : std::false_type {};
template <class It>
struct __simt_read_once<It, std::void_t<typename It::iterator_category>>
    : std::is_same<typename It::iterator_category, std::input_iterator_tag> {};

template <class T> class device_ptr {
    T *place;

  public:
    typedef T value_type;
    typedef device_reference<T> reference;
    typedef device_ptr pointer;
    typedef long difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    __host__ __device__ device_ptr() : place(nullptr) {}
    __host__ __device__ explicit device_ptr(T *p) : place(p) {}
    // One to what may be changed is one to what may not.
    template <class U, class = typename std::enable_if<std::is_same<const U, T>::value>::type>
    __host__ __device__ device_ptr(const device_ptr<U> &p) : place(p.get()) {}
    __host__ __device__ T *get() const { return place; }
    __host__ __device__ device_ptr operator+(long n) const { return device_ptr(place + n); }
    __host__ __device__ device_ptr operator-(long n) const { return device_ptr(place - n); }
    __host__ __device__ long operator-(const device_ptr &b) const { return place - b.place; }
    __host__ __device__ device_ptr &operator++() {
        ++place;
        return *this;
    }
    __host__ __device__ device_ptr &operator+=(long n) {
        place += n;
        return *this;
    }
    __host__ __device__ bool operator==(const device_ptr &b) const { return place == b.place; }
    __host__ __device__ bool operator!=(const device_ptr &b) const { return place != b.place; }
    __host__ __device__ bool operator<(const device_ptr &b) const { return place < b.place; }
    __host__ __device__ device_ptr operator++(int) { return device_ptr(place++); }
    __host__ __device__ device_ptr &operator--() {
        --place;
        return *this;
    }
    __host__ __device__ device_ptr &operator-=(long n) {
        place -= n;
        return *this;
    }
    __host__ __device__ device_reference<T> operator*() const { return device_reference<T>(place); }
    __host__ __device__ device_reference<T> operator[](long n) const { return device_reference<T>(place + n); }
};
template <class T> __host__ __device__ void swap(device_ptr<T> &a, device_ptr<T> &b) {
    device_ptr<T> kept = a;
    a = b;
    b = kept;
}
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> __host__ __device__ T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> __host__ __device__ T *raw_pointer_cast(T *p) { return p; }
template <class T> __host__ __device__ T *__simt_raw(T *p) { return p; }
template <class T> __host__ __device__ T *__simt_raw(device_ptr<T> p) { return p.get(); }
template <class T> device_ptr<T> device_malloc(size_t n) {
    T *p = nullptr;
    __simt_cuda_malloc((void **)&p, n * sizeof(T));
    return device_ptr<T>(p);
}
inline device_ptr<void> device_malloc(size_t bytes) {
    void *p = nullptr;
    __simt_cuda_malloc(&p, bytes);
    return device_ptr<void>(p);
}
template <class T> void device_free(device_ptr<T> p) { __simt_cuda_free(p.get()); }

// What functions as objects once stood on; Thrust had them until its version 2.
template <class A, class R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};

// ---- where to run ----
struct __simt_by_host {
    static constexpr bool there = false;
};
struct __simt_by_device {
    static constexpr bool there = true;
    // What was put into the stream before comes first; the algorithms wait for themselves.
    __simt_by_device on(cudaStream_t stream) const {
        __simt_cuda_synchronize();
        return *this;
    }
};
static const __simt_by_host host = __simt_by_host();
static const __simt_by_host seq = __simt_by_host();
static const __simt_by_device device = __simt_by_device();
namespace cuda {
static const __simt_by_device par = __simt_by_device();
static const __simt_by_device par_nosync = __simt_by_device();
}  // namespace cuda

// ---- vectors ----
// Where a vector's elements lie: in memory of the allocator that the program names, or as is usual for that kind of vector.
template <class T> struct device_allocator {
    typedef T value_type;
    typedef device_ptr<T> pointer;
    typedef size_t size_type;
    device_ptr<T> allocate(size_t n) {
        T *place = nullptr;
        __simt_cuda_malloc((void **)&place, n * sizeof(T));
        return device_ptr<T>(place);
    }
    void deallocate(device_ptr<T> p, size_t) { __simt_cuda_free(p.get()); }
};
template <class T, class A> struct __simt_store {
    typedef decltype(A().allocate(1)) Pointer;
    static T *take(size_t n) { return __simt_raw(A().allocate(n)); }
    static void give(T *place, size_t n) {
        if (place) A().deallocate(Pointer(place), n);
    }
};
template <class T> struct __simt_store<T, std::allocator<T>> {
    static T *take(size_t n) { return (T *)malloc(n * sizeof(T)); }
    static void give(T *place, size_t) { free(place); }
};

template <class T, class A = device_allocator<T>> class device_vector;
template <class T, class A = std::allocator<T>> class host_vector {
    T *place;
    size_t count, room;
    typedef __simt_store<T, A> Store;

  public:
    typedef T value_type;
    typedef T *iterator;
    host_vector() : place(nullptr), count(0), room(0) {}
    explicit host_vector(size_t n) : place(nullptr), count(0), room(0) { resize(n); }
    host_vector(size_t n, const T &value) : place(nullptr), count(0), room(0) { resize(n, value); }
    host_vector(const host_vector &b) : place(nullptr), count(0), room(0) { *this = b; }
    template <class U, class B> host_vector(const host_vector<U, B> &b) : place(nullptr), count(0), room(0) {
        assign(b.begin(), b.end());
    }
    template <class U, class B> host_vector(const device_vector<U, B> &b) : place(nullptr), count(0), room(0) {
        if constexpr (std::is_same<T, U>::value) {
            *this = b;
        } else {
            host_vector<U> there(b);
            assign(there.begin(), there.end());
        }
    }
    template <class It> host_vector(It first, It last) : place(nullptr), count(0), room(0) {
        if constexpr (std::is_integral<It>::value) resize(first, last);
        else
            for (; first != last; ++first) push_back(*first);
    }
    template <class B> host_vector(const std::vector<T, B> &b) : place(nullptr), count(0), room(0) {
        for (const T &value : b) push_back(value);
    }
    host_vector(std::initializer_list<T> list) : place(nullptr), count(0), room(0) {
        for (const T &value : list) push_back(value);
    }
    ~host_vector() { Store::give(place, room); }
    host_vector &operator=(const host_vector &b) {
        if (this == &b) return *this;
        resize(b.count);
        for (size_t i = 0; i < count; i++) place[i] = b.place[i];
        return *this;
    }
    template <class B> host_vector &operator=(const device_vector<T, B> &b) {
        resize(b.size());
        if (count) __simt_cuda_memcpy(place, b.__raw(), count * sizeof(T), cudaMemcpyDeviceToHost);
        return *this;
    }
    void reserve(size_t n) {
        if (n <= room) return;
        T *more = Store::take(n);
        for (size_t i = 0; i < count; i++) more[i] = place[i];
        Store::give(place, room);
        place = more;
        room = n;
    }
    void resize(size_t n, const T &value = T()) {
        reserve(n);
        for (size_t i = count; i < n; i++) place[i] = value;
        count = n;
    }
    void push_back(const T &value) {
        if (count == room) reserve(room ? room * 2 : 8);
        place[count++] = value;
    }
    void pop_back() { count--; }
    void clear() { count = 0; }
    void shrink_to_fit() {}
    void swap(host_vector &b) {
        host_vector kept = *this;
        *this = b;
        b = kept;
    }
    T *erase(T *at) { return erase(at, at + 1); }
    template <class It> void insert(T *at, It first, It last) {
        if constexpr (std::is_integral<It>::value) {
            insert(at, (size_t)first, (T)last);
        } else {
            host_vector all(place, at);
            for (; first != last; ++first) all.push_back(*first);
            for (; at != place + count; ++at) all.push_back(*at);
            *this = all;
        }
    }
    void insert(T *at, size_t n, const T &value) {
        std::vector<T> more(n, value);
        insert(at, more.begin(), more.end());
    }
    T *insert(T *at, const T &value) {
        size_t before = at - place;
        insert(at, (size_t)1, value);
        return place + before;
    }
    T *erase(T *first, T *last) {
        size_t gone = last - first;
        for (T *to = first; last != place + count;) *to++ = *last++;
        count -= gone;
        return first;
    }
    template <class It> void assign(It first, It last) {
        count = 0;
        for (; first != last; ++first) push_back(*first);
    }
    void assign(size_t n, const T &value) {
        count = 0;
        resize(n, value);
    }
    size_t capacity() const { return room; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    T *data() { return place; }
    const T *data() const { return place; }
    T *begin() { return place; }
    T *end() { return place + count; }
    const T *begin() const { return place; }
    const T *end() const { return place + count; }
    const T *cbegin() const { return place; }
    const T *cend() const { return place + count; }
    T &operator[](size_t i) { return place[i]; }
    const T &operator[](size_t i) const { return place[i]; }
    T &front() { return place[0]; }
    T &back() { return place[count - 1]; }
    const T &front() const { return place[0]; }
    const T &back() const { return place[count - 1]; }
};
template <class A, class B> bool __simt_same(const A &a, const B &b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++)
        if (!(a[i] == b[i])) return false;
    return true;
}

template <class T> __global__ void __simt_fill(T *p, size_t n, T value) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) p[i] = value;
}
inline unsigned int __simt_grid(size_t n) { return n < 65536 ? (unsigned int)((n + 255) / 256) : 256u; }

// The elements of a row of any kind, into device memory.
template <class T, class C> __global__ void __simt_taken(T *to, C from, size_t n) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) to[i] = from[i];
}
template <class T, class C> void __simt_take(T *to, C from, size_t n) {
    __simt_taken<<<__simt_grid(n), 256>>>(to, from, n);
    __simt_cuda_synchronize();
}
template <class T, class U> void __simt_take(T *to, U *from, size_t n) {
    if constexpr (std::is_same<T, typename std::remove_const<U>::type>::value) {
        __simt_cuda_memcpy(to, from, n * sizeof(T), cudaMemcpyDefault);
    } else if (__simt_cuda_pointer_kind(from) <= 1) {
        std::vector<T> kept(from, from + n);
        __simt_cuda_memcpy(to, kept.data(), n * sizeof(T), cudaMemcpyDefault);
    } else {
        __simt_taken<<<__simt_grid(n), 256>>>(to, from, n);
        __simt_cuda_synchronize();
    }
}

template <class T, class A> class device_vector {
    T *place;
    size_t count, room;
    typedef __simt_store<T, A> Store;

  public:
    typedef T value_type;
    typedef device_ptr<T> iterator;
    device_vector() : place(nullptr), count(0), room(0) {}
    explicit device_vector(size_t n) : place(nullptr), count(0), room(0) { resize(n); }
    device_vector(size_t n, const T &value) : place(nullptr), count(0), room(0) { resize(n, value); }
    device_vector(const device_vector &b) : place(nullptr), count(0), room(0) { *this = b; }
    template <class U, class B> device_vector(const host_vector<U, B> &b) : place(nullptr), count(0), room(0) {
        if constexpr (std::is_same<T, U>::value) {
            *this = b;
        } else {
            host_vector<T> same(b);
            *this = same;
        }
    }
    template <class U, class B> device_vector(const device_vector<U, B> &b) : place(nullptr), count(0), room(0) {
        resize(b.size());
        if (count) __simt_take(place, b.__raw(), count);
    }
    template <class It> device_vector(It first, It last) : place(nullptr), count(0), room(0) {
        if constexpr (std::is_integral<It>::value) {
            resize(first, last);
        } else if constexpr (__simt_read_once<It>::value) {
            for (; first != last; ++first) push_back(*first);
        } else {
            resize(last - first);
            if (count) __simt_take(place, __simt_raw(first), count);
        }
    }
    template <class B> device_vector(const std::vector<T, B> &b) : place(nullptr), count(0), room(0) {
        resize(b.size());
        if (count) __simt_cuda_memcpy(place, b.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    device_vector(std::initializer_list<T> list) : place(nullptr), count(0), room(0) {
        for (const T &value : list) push_back(value);
    }
    ~device_vector() { Store::give(place, room); }
    device_vector &operator=(const device_vector &b) {
        if (this == &b) return *this;
        count = 0;
        resize(b.count);
        if (count) __simt_cuda_memcpy(place, b.place, count * sizeof(T), cudaMemcpyDeviceToDevice);
        return *this;
    }
    template <class B> device_vector &operator=(const host_vector<T, B> &b) {
        count = 0;
        resize(b.size());
        if (count) __simt_cuda_memcpy(place, b.data(), count * sizeof(T), cudaMemcpyHostToDevice);
        return *this;
    }
    void reserve(size_t n) {
        if (n <= room) return;
        T *more = Store::take(n);
        if (count) __simt_cuda_memcpy(more, place, count * sizeof(T), cudaMemcpyDeviceToDevice);
        Store::give(place, room);
        place = more;
        room = n;
    }
    void resize(size_t n, const T &value = T()) {
        reserve(n);
        if (n > count) __simt_fill<<<__simt_grid(n - count), 256>>>(place + count, n - count, value);
        __simt_cuda_synchronize();
        count = n;
    }
    void push_back(const T &value) {
        if (count == room) reserve(room ? room * 2 : 8);
        __simt_cuda_memcpy(place + count++, &value, sizeof(T), cudaMemcpyHostToDevice);
    }
    void pop_back() { count--; }
    void clear() { count = 0; }
    void shrink_to_fit() {}
    void swap(device_vector &b) {
        std::swap(place, b.place);
        std::swap(count, b.count);
        std::swap(room, b.room);
    }
    template <class It> void assign(It first, It last) {
        device_vector fresh(first, last);
        swap(fresh);
    }
    void assign(size_t n, const T &value) {
        count = 0;
        resize(n, value);
    }
    device_ptr<T> erase(device_ptr<T> first, device_ptr<T> last) {
        host_vector<T> kept = *this;
        long at = first - begin(), gone = last - first;
        kept.erase(kept.begin() + at, kept.begin() + at + gone);
        *this = kept;
        return begin() + at;
    }
    device_ptr<T> erase(device_ptr<T> at) { return erase(at, at + 1); }
    template <class It> void insert(device_ptr<T> at, It first, It last) {
        host_vector<T> kept = *this, more(first, last);
        kept.insert(kept.begin() + (at - begin()), more.begin(), more.end());
        *this = kept;
    }
    void insert(device_ptr<T> at, size_t n, const T &value) {
        host_vector<T> more(n, value);
        insert(at, more.begin(), more.end());
    }
    device_ptr<T> insert(device_ptr<T> at, const T &value) {
        size_t before = at - begin();
        host_vector<T> one(1, value);
        insert(at, one.begin(), one.end());
        return begin() + before;
    }
    size_t capacity() const { return room; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    T *__raw() const { return place; }
    device_ptr<T> data() const { return device_ptr<T>(place); }
    device_ptr<T> begin() const { return device_ptr<T>(place); }
    device_ptr<T> cbegin() const { return begin(); }
    device_ptr<T> cend() const { return device_ptr<T>(place + count); }
    device_ptr<T> end() const { return device_ptr<T>(place + count); }
    device_reference<T> operator[](size_t i) const { return device_reference<T>(place + i); }
    device_reference<T> front() const { return device_reference<T>(place); }
    device_reference<T> back() const { return device_reference<T>(place + count - 1); }
};

template <class T, class A> void swap(host_vector<T, A> &a, host_vector<T, A> &b) { a.swap(b); }
template <class T, class A> void swap(device_vector<T, A> &a, device_vector<T, A> &b) { a.swap(b); }

// ---- operations ----
// An order that the machine knows is 1 upwards, 2 downwards (simt/compare.h); else 0.
#define SIMT_OPERATION(name, R, value) SIMT_ORDERING(name, R, value, 0)
#define SIMT_ORDERING(name, R, value, order)                                                                           \
    template <class T = void> struct name {                                                                            \
        static constexpr int __simt_order = order;                                                                     \
        typedef T __simt_compares;                                                                                     \
        __host__ __device__ R operator()(const T &a, const T &b) const { return value; }                               \
    };                                                                                                                 \
    template <> struct name<void> {                                                                                    \
        static constexpr int __simt_order = order;                                                                     \
        typedef void __simt_compares;                                                                                  \
        template <class T> __host__ __device__ R operator()(const T &a, const T &b) const { return value; }            \
    };
SIMT_OPERATION(plus, T, a + b)
SIMT_OPERATION(minus, T, a - b)
SIMT_OPERATION(multiplies, T, a * b)
SIMT_OPERATION(divides, T, a / b)
SIMT_OPERATION(modulus, T, a % b)
SIMT_OPERATION(maximum, T, a < b ? b : a)
SIMT_OPERATION(minimum, T, b < a ? b : a)
SIMT_ORDERING(less, bool, a < b, 1)
SIMT_ORDERING(greater, bool, a > b, 2)
SIMT_OPERATION(equal_to, bool, a == b)
SIMT_OPERATION(not_equal_to, bool, a != b)
SIMT_OPERATION(less_equal, bool, !(b < a))
SIMT_OPERATION(greater_equal, bool, !(a < b))
SIMT_OPERATION(logical_and, bool, a && b)
SIMT_OPERATION(logical_or, bool, a || b)
SIMT_OPERATION(bit_and, T, a & b)
SIMT_OPERATION(bit_or, T, a | b)
SIMT_OPERATION(bit_xor, T, a ^ b)
SIMT_OPERATION(project1st, T, a)
SIMT_OPERATION(project2nd, T, b)
#undef SIMT_OPERATION
#undef SIMT_ORDERING
#define SIMT_OPERATION(name, R, value)                                                                                 \
    template <class T = void> struct name {                                                                            \
        __host__ __device__ R operator()(const T &a) const { return value; }                                           \
    };                                                                                                                 \
    template <> struct name<void> {                                                                                    \
        template <class T> __host__ __device__ R operator()(const T &a) const { return value; }                        \
    };
SIMT_OPERATION(negate, T, -a)
SIMT_OPERATION(square, T, a * a)
SIMT_OPERATION(identity, T, a)
SIMT_OPERATION(logical_not, bool, !a)
#undef SIMT_OPERATION

// Vectors are the same where their elements are, wherever these lie.
#define SIMT_SAME(A, B, a_here, b_here)                                                                                \
    template <class T, class P, class Q> bool operator==(const A<T, P> &a, const B<T, Q> &b) {                         \
        return __simt_same(a_here, b_here);                                                                            \
    }                                                                                                                  \
    template <class T, class P, class Q> bool operator!=(const A<T, P> &a, const B<T, Q> &b) { return !(a == b); }
SIMT_SAME(host_vector, host_vector, a, b)
SIMT_SAME(host_vector, std::vector, a, b)
SIMT_SAME(std::vector, host_vector, a, b)
SIMT_SAME(device_vector, device_vector, host_vector<T>(a), host_vector<T>(b))
SIMT_SAME(device_vector, host_vector, host_vector<T>(a), b)
SIMT_SAME(host_vector, device_vector, a, host_vector<T>(b))
SIMT_SAME(device_vector, std::vector, host_vector<T>(a), b)
SIMT_SAME(std::vector, device_vector, a, host_vector<T>(b))
#undef SIMT_SAME

}  // namespace thrust

#include <simt/thrust_iterators.h>
#include <simt/thrust_algorithms.h>
#include <simt/thrust_select.h>
#include <simt/thrust_calls.h>
