// `using Base::Base;` through several classes, of templates, by another name of the base, and with lists in braces.
#include <cstdio>
#include <vector>
template <class T, int N> struct Array {
    T d[N];
    Array() = default;
    __host__ __device__ Array(const T* p) {
        for (int i = 0; i < N; i++) d[i] = p[i];
    }
    __host__ __device__ explicit Array(T v) {
        for (int i = 0; i < N; i++) d[i] = v;
    }
};
template <class T, int N> struct Summed : Array<T, N> {
    using Array<T, N>::Array;
    __host__ __device__ T sum() const {
        T s = 0;
        for (int i = 0; i < N; i++) s += this->d[i];
        return s;
    }
};
template <class T> struct Buffer {
    std::vector<T> v;
    Buffer(std::initializer_list<T> l) : v(l) {}
    Buffer(int n, T x) : v(n, x) {}
};
template <class T> struct Named : Buffer<T> {
    using Super = Buffer<T>;
    using Super::Super;
    const char* name = "unnamed";
};
template <class T> Named(int, T) -> Named<T>;
struct A {
    int x;
    A(int x) : x(x) {}
    A(int a, int b) : x(a * b) {}
};
struct B : A {
    using A::A;
    int y = 5;
};
struct C : B {
    using B::B;
    int z = y + x;
};
template <class T> struct Vector : std::vector<T> {
    using std::vector<T>::vector;
    T sum() const {
        T s{};
        for (auto& e : *this) s += e;
        return s;
    }
};
__global__ void kernel(float* out) {
    Summed<float, 4> a{2.f};
    out[0] = a.sum();
}
int main() {
    float h[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    Summed<float, 8> d{h}, e(2.f);
    printf("%g %g\n", d.sum(), e.sum());
    Named n(3, 2.5);
    Named<int> list{1, 2, 3, 4};
    printf("%zu %g %zu %s\n", n.v.size(), n.v[0], list.v.size(), list.name);
    C c(3, 4);
    printf("%d %d %d\n", c.x, c.y, c.z);
    Vector<int> m{1, 2, 3}, w(4, 7);
    printf("%d %d\n", m.sum(), w.sum());
    float *out, got;
    cudaMalloc(&out, sizeof(got));
    kernel<<<1, 1>>>(out);
    cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("%g\n", got);
}
/* expect
36 16
3 2.5 4 unnamed
12 5 17
6 28
8
*/
