// Memory of both sides, and time that passes.
#include <cstdio>
#include <cuda_runtime.h>
__constant__ float weights[3];
__device__ int hits;
__global__ void scale(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] *= weights[i % 3];
        atomicAdd(&hits, 1);
    }
}
int main() {
    float *x, *pinned, w[3] = {1, 10, 100};
    cudaMallocManaged(&x, 6 * sizeof(float));
    cudaMallocHost(&pinned, 6 * sizeof(float));
    cudaMemcpyToSymbol(weights, w, sizeof w);
    for (int i = 0; i < 6; i++) x[i] = pinned[i] = i + 1;
    cudaEvent_t from, to;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaEventRecord(from);
    scale<<<2, 4>>>(x, 6);
    scale<<<2, 4>>>(pinned, 6);
    cudaEventRecord(to);
    cudaEventSynchronize(to);
    float ms = 0;
    cudaEventElapsedTime(&ms, from, to);
    int n = 0;
    cudaMemcpyFromSymbol(&n, hits, sizeof n);
    printf("%g %g %g, %g: %d, %d\n", x[0], x[1], x[5], pinned[4], n, ms > 0);
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%s, %d SMs, %d.%d, grid %d %d %d, %zu\n", p.name, p.multiProcessorCount, p.major, p.minor, p.maxGridSize[0],
           p.maxGridSize[1], p.maxGridSize[2], p.sharedMemPerBlock);
    cudaFree(x);
    cudaFreeHost(pinned);
}
/* expect
1 20 600, 50: 12, 1
NVIDIA A100-SXM4-80GB, 108 SMs, 8.0, grid 2147483647 65535 65535, 49152
*/
