// Explicit instantiations that a macro writes one after another; a `dim3` from a number; conversions ranked by their result.
#include <atomic>
#include <cstdio>
#include <iostream>
namespace lib {
template <int n, class T> __global__ void fill(T *to) { to[threadIdx.x] = n; }
template <class T> T half(T x) { return x / 2; }
}
#define ONE(n, T) template __global__ void lib::fill<n, T>(T *);
#define ALL(T) ONE(1, T) ONE(2, T) template T lib::half<T>(T);
ALL(int)
ALL(double)
void launch(dim3 grid, dim3 block, double *to) { lib::fill<2><<<grid, block>>>(to); }
struct Real {
    operator float() const { return 1.5f; }
};
void seen(double) { printf("double\n"); }
void seen(int) { printf("int\n"); }
int main() {
    double *to;
    cudaMallocManaged(&to, 4 * sizeof(double));
    launch(1, 4, to);
    cudaDeviceSynchronize();
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 2;
    cudaLaunchKernelEx(&config, lib::fill<1, double>, to);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", to[0], to[3], lib::half(3.0));
    std::atomic<int> count{3};
    std::cout << count << " " << Real() << std::endl;
    seen(Real());
    cudaFree(to);
}
/* expect
1 2 1.5
3 1.5
double
*/
