// Which template is meant, values of types as template arguments, and assignments that a class asks for by default.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <string>
#include <thrust/device_vector.h>
#include <type_traits>
#include <vector>

struct V {
    float x;
    V &operator=(const V &) = default;
    V &take(const V &o) { return *this = o; }
};

template <class T, int N> struct W { T v[N]; };
template <class T> W<T, 3> mini(const W<T, 3> &a, const W<T, 3> &b) { return a; }
template <class A, class B> W<A, 3> mini(const W<A, 3> &a, const W<B, 3> &b) { return b; }

template <class T, class = typename std::enable_if<std::is_integral<T>() || (!std::is_class<T>() && !std::is_pointer<T>())>::type>
int plain(T) { return 1; }

struct Options {
    std::string text = "5";
    std::string &get(const std::string &n) { return text; }
    const std::string &get(const std::string &n) const { return text; }
    template <class T> T get(const std::string &n) const;
};
template <class T> T Options::get(const std::string &n) const { return (T)get(n).size(); }

struct Less {
    template <class T> __device__ T operator()(T &a, T &b) { return a - b; }
};
__global__ void apart(int *o) {
    using B = cub::BlockAdjacentDifference<int, 32>;
    __shared__ typename B::TempStorage s;
    int v[2] = {(int)threadIdx.x * 3, (int)threadIdx.x * 5}, r[2];
    B(s).SubtractLeft(v, r, Less());
    o[threadIdx.x] = r[1];
}
__global__ void second(thrust::device_ptr<const int> p, int *o) { *o = p.get()[1]; }

// A constructor that converts is a template, and so never what copies.
template <class T> struct Ptr {
    T *p;
    Ptr() : p(nullptr) {}
    explicit Ptr(T *q) : p(q) {}
    template <class U, class = typename std::enable_if<std::is_same<const U, T>::value>::type> Ptr(const Ptr<U> &o) : p(o.p) {}
};
template <class A> A same(A a) { return a; }

int main() {
    std::vector<int> row{3, 1, 2};
    stable_sort(row.begin(), row.end(), [](int a, int b) { return a < b; });
    printf("%d %d\n", row[0], (int)(max_element(row.begin() + 1, row.end()) - row.begin()));
    int x = 3;
    Ptr<int> p(&x), q = p, s(same(q));
    Ptr<const int> t = s;
    printf("%d\n", *same(t).p);
    V v{0}, w{1};
    V &r = v = w;
    printf("%g\n", v.take(w).x + r.x);
    W<int, 3> a{{1}}, b{{2}};
    printf("%d\n", mini(a, b).v[0]);
    printf("%d %d\n", plain(3), plain(2.0));
    Options options;
    unsigned n = 0;
    n = options.get<unsigned>("n");
    printf("%u %s\n", n, options.get("n").c_str());
    int *o, h;
    cudaMalloc(&o, 32 * sizeof(int));
    apart<<<1, 32>>>(o);
    cudaMemcpy(&h, o + 1, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    thrust::device_vector<int> seven(4, 7);
    second<<<1, 1>>>(seven.data(), o);
    cudaMemcpy(&h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h, THRUST_VERSION > 0);
    cudaFree(o);
}
/* expect
1 2
3
2
1
1 1
1 5
2
7 1
*/
