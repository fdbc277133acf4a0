// Vectors whose elements lie where an allocator of the program puts them.
#include <cstdio>
#include <new>
#include <thrust/device_malloc_allocator.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>

template <class T> struct Pinned {
    typedef T value_type;
    Pinned() = default;
    template <class U> constexpr Pinned(const Pinned<U> &) noexcept {}
    T *allocate(std::size_t n)
    {
        void *p = nullptr;
        if (cudaMallocHost(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
        return (T *)p;
    }
    void deallocate(T *p, std::size_t) noexcept { cudaFreeHost(p); }
};
template <class T, class U> bool operator==(const Pinned<T> &, const Pinned<U> &) { return true; }
template <class T, class U> bool operator!=(const Pinned<T> &, const Pinned<U> &) { return false; }

template <class T> struct Counted : thrust::device_malloc_allocator<T> {
    typedef thrust::device_malloc_allocator<T> base;
    typedef typename base::pointer pointer;
    typedef typename base::size_type size_type;
    template <class U> struct rebind { typedef Counted<U> other; };
    pointer allocate(size_type n)
    {
        printf("%d on the device\n", (int)n);
        return base::allocate(n);
    }
    void deallocate(pointer p, size_type n) { base::deallocate(p, n); }
};

template <class T> using pinned_vector = thrust::host_vector<T, Pinned<T>>;
template <class T, class A> int total(const thrust::host_vector<T, A> &v)
{
    int sum = 0;
    for (int i = 0; i < (int)v.size(); i++) sum += v[i];
    return sum;
}

int main()
{
    pinned_vector<int> h(5);
    for (int i = 0; i < 5; i++) h[i] = i * i;
    cudaPointerAttributes what;
    cudaPointerGetAttributes(&what, h.data());
    thrust::device_vector<int> d = h;
    thrust::device_vector<int, Counted<int>> counted(5);
    thrust::copy(d.begin(), d.end(), counted.begin());
    thrust::host_vector<int> back = counted;
    h = d;
    thrust::device_vector<float> other = h;
    bool same = back == h && d == h;
    printf("%d %d %d %d %g\n", what.type == cudaMemoryTypeHost, total(h), total(back), same,
           thrust::reduce(other.begin(), other.end()));
}
/* expect
5 on the device
1 30 30 1 30
*/
