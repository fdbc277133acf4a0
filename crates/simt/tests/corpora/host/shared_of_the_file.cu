// Shared memory outside of functions is one for each block, whichever functions of a kernel name it.
#include <cstdio>
__shared__ float tile[32];
__shared__ int count;
__device__ void put(float x) { tile[threadIdx.x] = x; }
template <int N> __device__ float get(int i) { return tile[31 - i] * N; }
__global__ void k(float *o) {
    if (threadIdx.x == 0) count = blockIdx.x;
    put(threadIdx.x);
    __syncthreads();
    o[blockIdx.x * 32 + threadIdx.x] = get<2>(threadIdx.x) + count * 100;
}
__global__ void other(float *o) { put(7); __syncthreads(); o[threadIdx.x] = get<1>(0); }
int main() {
    float *d;
    cudaMallocManaged(&d, 256);
    k<<<2, 32>>>(d);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", d[0], d[3], d[35]);
    other<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    printf("%g\n", d[3]);
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, k);
    printf("%zu\n", a.sharedSizeBytes);
}
/* expect
62 56 156
7
132
*/
