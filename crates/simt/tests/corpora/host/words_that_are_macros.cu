// What NVIDIA's headers define as macros is defined, so that nothing takes it away; GCC's limits are there without a header.
#include <cstdio>
#ifndef __device__
#define __device__
#endif
#if !defined(__shared__) || !defined(__global__)
#define __shared__
#define __global__
#endif

__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *out) {
    __shared__ int held;
    if (threadIdx.x == 0) held = twice(21);
    __syncthreads();
    out[threadIdx.x] = held;
}

int main() {
    int *out;
    cudaMallocManaged(&out, 32 * sizeof(int));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    int sum = out[31] + \ // the line goes on
              (out[0] > 0 ? 1 : 0);
    printf("%d %u %d %lu\n", sum, __UINT32_MAX__, __SHRT_MAX__, __SIZE_MAX__);
    cudaFree(out);
}
/* expect
43 4294967295 32767 18446744073709551615
*/
