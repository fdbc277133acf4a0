// `extern` declares variables of the device that are defined further down or in another file (nvcc: -rdc=true), arrays without their length among them.
#include <cstdio>

extern __constant__ float weights[];
extern __device__ int counts[], total;
extern __device__ float unused[];
namespace table {
extern __constant__ int rows[][2];
}

__global__ void weigh(float *out) {
    int i = threadIdx.x;
    out[i] = weights[i] * table::rows[i % 2][1];
    atomicAdd(&counts[i % 3], 1);
    atomicAdd(&total, 1);
}

__constant__ float weights[8];
__device__ int counts[3] = {100, 200, 300}, total = 5;
namespace table {
__constant__ int rows[2][2] = {{1, 2}, {3, 4}};
}
extern __constant__ float weights[];

int main() {
    float h[8], *d;
    int seen[3], all;
    for (int i = 0; i < 8; ++i) h[i] = i + 0.5f;
    cudaMemcpyToSymbol(weights, h, sizeof weights);
    cudaMalloc(&d, sizeof h);
    weigh<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(seen, counts, sizeof counts);
    cudaMemcpyFromSymbol(&all, total, sizeof total);
    printf("%g %g %d %d %d %d %zu\n", h[0], h[7], seen[0], seen[1], seen[2], all, sizeof weights);
    cudaFree(d);
}
/* expect
1 30 103 203 302 13 32
*/
