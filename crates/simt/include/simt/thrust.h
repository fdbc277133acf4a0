// Thrust, the parts that learners use: vectors on both sides, and the algorithms over them.
// The rule: what lies in host memory is done on the host, the rest in kernels; an element of a device vector that the
// host touches is copied there and back.
// Next: simt/thrust_algorithms.h.
#pragma once
#include <cuda_runtime.h>

namespace thrust {

// ---- pointers and elements of device memory ----
template <class T> class device_reference {
    T *place;

  public:
    __host__ __device__ explicit device_reference(T *p) : place(p) {}
    __host__ operator T() const {
        T value = T();
        __simt_cuda_memcpy(&value, place, sizeof(T), cudaMemcpyDefault);
        return value;
    }
    __host__ device_reference &operator=(const T &value) {
        __simt_cuda_memcpy(place, &value, sizeof(T), cudaMemcpyDefault);
        return *this;
    }
    __host__ device_reference &operator=(const device_reference &other) { return *this = (T)other; }
    __host__ device_reference &operator+=(const T &value) { return *this = (T)((T) * this + value); }
    __host__ device_reference &operator-=(const T &value) { return *this = (T)((T) * this - value); }
};

template <class T> class device_ptr {
    T *place;

  public:
    typedef T value_type;
    __host__ __device__ device_ptr() : place(nullptr) {}
    __host__ __device__ explicit device_ptr(T *p) : place(p) {}
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
    __host__ device_reference<T> operator*() const { return device_reference<T>(place); }
    __host__ device_reference<T> operator[](long n) const { return device_reference<T>(place + n); }
};
template <class T> __host__ __device__ device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> __host__ __device__ T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> __host__ __device__ T *raw_pointer_cast(T *p) { return p; }
template <class T> __host__ __device__ T *__simt_raw(T *p) { return p; }
template <class T> __host__ __device__ T *__simt_raw(device_ptr<T> p) { return p.get(); }

// ---- where to run ----
struct __simt_on_host {};
struct __simt_on_device {
    __simt_on_device on(cudaStream_t stream) const { return *this; }
};
static const __simt_on_host host = __simt_on_host();
static const __simt_on_device device = __simt_on_device();
namespace cuda {
static const __simt_on_device par = __simt_on_device();
static const __simt_on_device par_nosync = __simt_on_device();
}  // namespace cuda

// ---- vectors ----
template <class T> class device_vector;
template <class T> class host_vector {
    T *place;
    size_t count, room;

  public:
    typedef T value_type;
    typedef T *iterator;
    host_vector() : place(nullptr), count(0), room(0) {}
    explicit host_vector(size_t n) : place(nullptr), count(0), room(0) { resize(n); }
    host_vector(size_t n, const T &value) : place(nullptr), count(0), room(0) { resize(n, value); }
    host_vector(const host_vector &b) : place(nullptr), count(0), room(0) { *this = b; }
    host_vector(const device_vector<T> &b) : place(nullptr), count(0), room(0) { *this = b; }
    template <class It> host_vector(It first, It last) : place(nullptr), count(0), room(0) {
        for (; first != last; ++first) push_back(*first);
    }
    ~host_vector() { free(place); }
    host_vector &operator=(const host_vector &b) {
        if (this == &b) return *this;
        resize(b.count);
        for (size_t i = 0; i < count; i++) place[i] = b.place[i];
        return *this;
    }
    host_vector &operator=(const device_vector<T> &b) {
        resize(b.size());
        if (count) __simt_cuda_memcpy(place, b.__raw(), count * sizeof(T), cudaMemcpyDeviceToHost);
        return *this;
    }
    void reserve(size_t n) {
        if (n <= room) return;
        T *more = (T *)malloc(n * sizeof(T));
        for (size_t i = 0; i < count; i++) more[i] = place[i];
        free(place);
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
    void clear() { count = 0; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    T *data() { return place; }
    const T *data() const { return place; }
    T *begin() { return place; }
    T *end() { return place + count; }
    const T *begin() const { return place; }
    const T *end() const { return place + count; }
    T &operator[](size_t i) { return place[i]; }
    const T &operator[](size_t i) const { return place[i]; }
    T &front() { return place[0]; }
    T &back() { return place[count - 1]; }
};

template <class T> __global__ void __simt_fill(T *p, size_t n, T value) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) p[i] = value;
}
inline unsigned int __simt_grid(size_t n) { return n < 65536 ? (unsigned int)((n + 255) / 256) : 256u; }

template <class T> class device_vector {
    T *place;
    size_t count, room;

  public:
    typedef T value_type;
    typedef device_ptr<T> iterator;
    device_vector() : place(nullptr), count(0), room(0) {}
    explicit device_vector(size_t n) : place(nullptr), count(0), room(0) { resize(n); }
    device_vector(size_t n, const T &value) : place(nullptr), count(0), room(0) { resize(n, value); }
    device_vector(const device_vector &b) : place(nullptr), count(0), room(0) { *this = b; }
    device_vector(const host_vector<T> &b) : place(nullptr), count(0), room(0) { *this = b; }
    template <class It> device_vector(It first, It last) : place(nullptr), count(0), room(0) {
        resize(last - first);
        if (count) __simt_cuda_memcpy(place, __simt_raw(first), count * sizeof(T), cudaMemcpyDefault);
    }
    ~device_vector() {
        if (place) __simt_cuda_free(place);
    }
    device_vector &operator=(const device_vector &b) {
        if (this == &b) return *this;
        count = 0;
        resize(b.count);
        if (count) __simt_cuda_memcpy(place, b.place, count * sizeof(T), cudaMemcpyDeviceToDevice);
        return *this;
    }
    device_vector &operator=(const host_vector<T> &b) {
        count = 0;
        resize(b.size());
        if (count) __simt_cuda_memcpy(place, b.data(), count * sizeof(T), cudaMemcpyHostToDevice);
        return *this;
    }
    void reserve(size_t n) {
        if (n <= room) return;
        T *more = nullptr;
        __simt_cuda_malloc((void **)&more, n * sizeof(T));
        if (count) __simt_cuda_memcpy(more, place, count * sizeof(T), cudaMemcpyDeviceToDevice);
        if (place) __simt_cuda_free(place);
        place = more;
        room = n;
    }
    void resize(size_t n, const T &value = T()) {
        reserve(n);
        if (n > count) __simt_fill<<<__simt_grid(n - count), 256>>>(place + count, n - count, value);
        count = n;
    }
    void push_back(const T &value) {
        if (count == room) reserve(room ? room * 2 : 8);
        __simt_cuda_memcpy(place + count++, &value, sizeof(T), cudaMemcpyHostToDevice);
    }
    void clear() { count = 0; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    T *__raw() const { return place; }
    device_ptr<T> data() const { return device_ptr<T>(place); }
    device_ptr<T> begin() const { return device_ptr<T>(place); }
    device_ptr<T> end() const { return device_ptr<T>(place + count); }
    device_reference<T> operator[](size_t i) const { return device_reference<T>(place + i); }
    device_reference<T> front() const { return device_reference<T>(place); }
    device_reference<T> back() const { return device_reference<T>(place + count - 1); }
};

// ---- operations ----
#define SIMT_OPERATION(name, R, value)                                                                                 \
    template <class T = void> struct name {                                                                            \
        __host__ __device__ R operator()(const T &a, const T &b) const { return value; }                               \
    };                                                                                                                 \
    template <> struct name<void> {                                                                                    \
        template <class T> __host__ __device__ R operator()(const T &a, const T &b) const { return value; }            \
    };
SIMT_OPERATION(plus, T, a + b)
SIMT_OPERATION(minus, T, a - b)
SIMT_OPERATION(multiplies, T, a * b)
SIMT_OPERATION(divides, T, a / b)
SIMT_OPERATION(modulus, T, a % b)
SIMT_OPERATION(maximum, T, a < b ? b : a)
SIMT_OPERATION(minimum, T, b < a ? b : a)
SIMT_OPERATION(less, bool, a < b)
SIMT_OPERATION(greater, bool, a > b)
SIMT_OPERATION(equal_to, bool, a == b)
SIMT_OPERATION(not_equal_to, bool, a != b)
#undef SIMT_OPERATION
template <class T = void> struct negate {
    __host__ __device__ T operator()(const T &a) const { return -a; }
};
template <class T = void> struct square {
    __host__ __device__ T operator()(const T &a) const { return a * a; }
};
template <class T = void> struct identity {
    __host__ __device__ T operator()(const T &a) const { return a; }
};

}  // namespace thrust

#include <simt/thrust_algorithms.h>
