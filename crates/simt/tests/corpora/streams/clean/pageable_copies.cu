// Copies to memory of `malloc` are done when the call returns; a source of `malloc` may be changed at once.
#include <cstdio>
#include <cstdlib>
__global__ void inc(int *v) { v[threadIdx.x] += 1; }
int main() {
    int *h = (int *)malloc(32 * sizeof(int)), *d;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&d, 32 * sizeof(int));
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMemcpyAsync(d, h, 32 * sizeof(int), cudaMemcpyHostToDevice, s);
    for (int i = 0; i < 32; i++) h[i] = 0;
    inc<<<1, 32, 0, s>>>(d);
    cudaMemcpyAsync(h, d, 32 * sizeof(int), cudaMemcpyDeviceToHost, s);
    printf("%d\n", h[5]);
    free(h);
    cudaFree(d);
    cudaStreamDestroy(s);
}
