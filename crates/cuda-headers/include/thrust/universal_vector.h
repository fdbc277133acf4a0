// Thrust's vector in managed memory: both sides read and write its elements.
// The rule: its iterator is of the device's side, so that algorithms without a policy run there, and what it points at is a plain `T &`.
// Next: simt/thrust.h, the other vectors.
#pragma once
#include <simt/thrust.h>

namespace thrust {

template <class T> class universal_ptr {
    T *place;

  public:
    typedef typename std::remove_const<T>::type value_type;
    typedef T &reference;
    typedef T *pointer;
    typedef long difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    __host__ __device__ universal_ptr() : place(nullptr) {}
    __host__ __device__ explicit universal_ptr(T *p) : place(p) {}
    template <class U> __host__ __device__ universal_ptr(const universal_ptr<U> &b) : place(b.get()) {}
    __host__ __device__ T *get() const { return place; }
    __host__ __device__ T &operator*() const { return *place; }
    __host__ __device__ T *operator->() const { return place; }
    __host__ __device__ T &operator[](long n) const { return place[n]; }
    __host__ __device__ universal_ptr operator+(long n) const { return universal_ptr(place + n); }
    __host__ __device__ universal_ptr operator-(long n) const { return universal_ptr(place - n); }
    template <class U> __host__ __device__ long operator-(const universal_ptr<U> &b) const { return place - b.get(); }
    __host__ __device__ universal_ptr &operator+=(long n) {
        place += n;
        return *this;
    }
    __host__ __device__ universal_ptr &operator-=(long n) {
        place -= n;
        return *this;
    }
    __host__ __device__ universal_ptr &operator++() { return *this += 1; }
    __host__ __device__ universal_ptr &operator--() { return *this -= 1; }
    __host__ __device__ universal_ptr operator++(int) { return universal_ptr(place++); }
    __host__ __device__ universal_ptr operator--(int) { return universal_ptr(place--); }
    template <class U> __host__ __device__ bool operator==(const universal_ptr<U> &b) const { return place == b.get(); }
    template <class U> __host__ __device__ bool operator!=(const universal_ptr<U> &b) const { return place != b.get(); }
    template <class U> __host__ __device__ bool operator<(const universal_ptr<U> &b) const { return place < b.get(); }
};
template <class T> __host__ __device__ T *raw_pointer_cast(universal_ptr<T> p) { return p.get(); }
template <class T> __host__ __device__ T *__simt_raw(universal_ptr<T> p) { return p.get(); }
template <class T> struct __simt_side<universal_ptr<T>> {
    static constexpr bool device = true, host = false;
};

template <class T> class universal_vector {
    T *place;
    size_t count, room;

    void copy(const T *from, size_t n) {
        __simt_cuda_synchronize();
        count = 0;
        reserve(n);
        for (size_t i = 0; i < n; i++) place[i] = from[i];
        count = n;
    }

  public:
    typedef T value_type;
    typedef T &reference;
    typedef const T &const_reference;
    typedef universal_ptr<T> iterator;
    typedef universal_ptr<const T> const_iterator;
    universal_vector() : place(nullptr), count(0), room(0) {}
    explicit universal_vector(size_t n) : place(nullptr), count(0), room(0) { resize(n); }
    universal_vector(size_t n, const T &value) : place(nullptr), count(0), room(0) { resize(n, value); }
    universal_vector(const universal_vector &b) : place(nullptr), count(0), room(0) { copy(b.place, b.count); }
    universal_vector(const host_vector<T> &b) : place(nullptr), count(0), room(0) { copy(b.data(), b.size()); }
    universal_vector(const std::vector<T> &b) : place(nullptr), count(0), room(0) { copy(b.data(), b.size()); }
    universal_vector(const device_vector<T> &b) : place(nullptr), count(0), room(0) { *this = host_vector<T>(b); }
    template <class It> universal_vector(It first, It last) : place(nullptr), count(0), room(0) {
        if constexpr (std::is_integral<It>::value) resize(first, last);
        else assign(first, last);
    }
    universal_vector(std::initializer_list<T> list) : place(nullptr), count(0), room(0) { copy(list.begin(), list.size()); }
    ~universal_vector() {
        if (place) __simt_cuda_free(place);
    }
    universal_vector &operator=(const universal_vector &b) {
        if (this != &b) copy(b.place, b.count);
        return *this;
    }
    universal_vector &operator=(const host_vector<T> &b) {
        copy(b.data(), b.size());
        return *this;
    }
    void reserve(size_t n) {
        if (n <= room) return;
        __simt_cuda_synchronize();
        T *more = nullptr;
        __simt_cuda_malloc_managed((void **)&more, n * sizeof(T));
        for (size_t i = 0; i < count; i++) more[i] = place[i];
        if (place) __simt_cuda_free(place);
        place = more;
        room = n;
    }
    void resize(size_t n, const T &value = T()) {
        __simt_cuda_synchronize();
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
    void swap(universal_vector &b) {
        std::swap(place, b.place);
        std::swap(count, b.count);
        std::swap(room, b.room);
    }
    template <class It> void assign(It first, It last) {
        host_vector<T> kept(first, last);
        copy(kept.data(), kept.size());
    }
    size_t capacity() const { return room; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    universal_ptr<T> data() { return universal_ptr<T>(place); }
    universal_ptr<const T> data() const { return universal_ptr<const T>(place); }
    iterator begin() { return iterator(place); }
    iterator end() { return iterator(place + count); }
    const_iterator begin() const { return const_iterator(place); }
    const_iterator end() const { return const_iterator(place + count); }
    const_iterator cbegin() const { return begin(); }
    const_iterator cend() const { return end(); }
    T &operator[](size_t i) { return place[i]; }
    const T &operator[](size_t i) const { return place[i]; }
    T &front() { return place[0]; }
    T &back() { return place[count - 1]; }
    const T &front() const { return place[0]; }
    const T &back() const { return place[count - 1]; }
};

// The other vectors from it: its elements are plain to the host.
template <class T> void swap(universal_vector<T> &a, universal_vector<T> &b) { a.swap(b); }

}  // namespace thrust
