// A device function may be a template argument where the host launches: the kernel calls it.
#include <cstdio>

__device__ double square(double x) { return x * x; }
__device__ int next(int x) { return x + 1; }
__device__ double next(double x) { return x + 0.5; }
template <typename T> __device__ T thrice(T x) { return 3 * x; }
__host__ __device__ int both(int x) { return -x; }

template <typename T, T (*f)(T)> __global__ void apply(T x) { printf("%g\n", (double)f(x)); }
template <int (&f)(int)> __global__ void apply_to_one() { printf("%d\n", f(1)); }
template <auto f> __global__ void apply_any(double x) { printf("%g\n", (double)f(x)); }

int main() {
    apply<double, square><<<1, 1>>>(3.0);
    apply<double, next><<<1, 1>>>(3.0);
    apply<int, next><<<1, 1>>>(3);
    apply<float, thrice><<<1, 1>>>(2.5f);
    apply<float, thrice<float>><<<1, 1>>>(1.5f);
    apply<int, &both><<<1, 1>>>(4);
    apply_to_one<next><<<1, 1>>>();
    apply_any<square><<<1, 1>>>(1.5);
    cudaDeviceSynchronize();
    printf("%d\n", both(2));
}
/* expect
9
3.5
4
7.5
4.5
-4
2
2.25
-2
*/
