// What a specialisation leaves out between `<` and `>` follows from its types, of the result as well.
#include <cstdio>
template <class T> __host__ __device__ T both(int v) { return 0; }
template <> __host__ __device__ int2 both(int v) { return make_int2(v, v); }
template <> __host__ __device__ float both(int v) { return v + 0.5f; }
template <class T> __host__ __device__ int bytes(T) { return 0; }
template <> __host__ __device__ int bytes(float) { return 4; }
template <> __host__ __device__ int bytes<double>(double) { return 8; }
template <class A, class B> __host__ __device__ A scaled(B x);
template <class T> __host__ __device__ float twice(T a) { return scaled<float>(a); }
template <> __host__ __device__ float scaled(int x) { return x * 2.0f; }
template <> __host__ __device__ float scaled<float>(float x) { return x * 3.0f; }
__global__ void on_device(float *x) {
    int2 p = both<int2>(7);
    x[0] = p.x + p.y + both<float>(1);
    x[1] = bytes(1.0f) + twice(5);
}
int main() {
    printf("%d %d %g\n", both<int>(3), both<int2>(3).y, both<float>(1));
    printf("%d %d %d\n", bytes(1), bytes(1.0f), bytes(1.0));
    printf("%g %g\n", twice(4), twice(4.0f));
    float *x;
    cudaMallocManaged(&x, 2 * sizeof(float));
    on_device<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%g %g\n", x[0], x[1]);
    cudaFree(x);
}
/* expect
0 3 1.5
0 4 8
8 12
15.5 14
*/
