// A specialisation stands in for its own arguments alone, and is no overload of its template.
#include <cstdio>
template <class T> __host__ __device__ T most() { return 3; }
template <> __host__ __device__ float most<float>() { return 1.5f; }
template <> __host__ __device__ double most<double>() { return 2.5; }
template <class T> __global__ void fill(T *x) { *x = -most<T>(); }
int main() {
    printf("%d %.1f %.1f\n", most<int>(), most<float>(), most<double>());
    float *x;
    long *n;
    cudaMallocManaged(&x, sizeof(float));
    cudaMallocManaged(&n, sizeof(long));
    fill<<<1, 1>>>(x);
    fill<<<1, 1>>>(n);
    cudaDeviceSynchronize();
    printf("%.1f %ld\n", *x, *n);
}
/* expect
3 1.5 2.5
-1.5 -3
*/
