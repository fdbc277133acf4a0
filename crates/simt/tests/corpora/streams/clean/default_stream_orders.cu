// The default stream waits for all streams that `cudaStreamCreate` made, and they wait for it.
#include <cstdio>
__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
int main() {
    int *v, host[32];
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMalloc(&v, sizeof(host));
    cudaMemset(v, 0, sizeof(host));
    add<<<1, 32, 0, a>>>(v, 1);
    add<<<1, 32>>>(v, 2);
    add<<<1, 32, 0, b>>>(v, 3);
    add<<<1, 32, 0, cudaStreamLegacy>>>(v, 4);
    add<<<1, 32, 0, cudaStreamPerThread>>>(v, 5);
    add<<<1, 32>>>(v, 6);
    cudaMemcpy(host, v, sizeof(host), cudaMemcpyDeviceToHost);
    printf("%d\n", host[3]);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(v);
}
