// Defaults of template parameters that stand in the first declaration alone, and overloads that only their templates tell apart.
#include <cstdio>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> void f(int &n, T t);
template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> void f(int &n, T t) {
    n += 10;
    f(n, 1);
}
template <class U, std::enable_if_t<std::is_integral<U>::value, int>> void f(int &n, U t) { n += t; }

void g(int &) {}
template <class T, class... R, std::enable_if_t<std::is_integral<T>::value, int> = 0> void g(int &n, T t, R... r);
template <class T, class... R, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> void g(int &n, T, R... r) {
    n += 10;
    g(n, r...);
}
template <class T, class... R, std::enable_if_t<std::is_integral<T>::value, int>> void g(int &n, T t, R... r) {
    n += t;
    g(n, r...);
}

template <template <class U, class... A> class Row = std::vector> class One;
using Usual = One<>;
template <template <class U, class... A> class Row> class One {
public:
    Row<int> all;
};
template <class T, class S = T, template <class, class, class...> class Map = std::map, int n = sizeof(S)> struct Two;
template <class A, class B, template <class, class, class...> class M, int k> struct Two {
    M<A, B> all;
    int size() const { return k; }
};

template <class T, int n = 3, class S = T> __device__ T times(T x);
template <class V, int by, class W> __device__ V times(V x) { return (W)(x * by); }
__global__ void kernel(float *v) { v[threadIdx.x] = times(v[threadIdx.x]) + times<float, 2>(1.5f); }

struct Made {
    template <class T, class S = T> S half(T x) const;
};
template <class A, class B> B Made::half(A x) const { return x / 2; }

int main() {
    int n = 0, m = 0;
    f(n, 2.5);
    g(m, 2.5, 1, 3.5);
    Usual usual;
    usual.all.push_back(4);
    Two<short> two;
    two.all[3] = 5;
    float h[2] = {1, 2}, *d;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    kernel<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d %d %zu %d %d; %g %g; %g %d\n", n, m, usual.all.size(), two.size(), two.all[3], h[0], h[1], Made().half(5.0), Made().half(5));
}
/* expect
11 21 1 2 5; 6 9; 2.5 2
*/
