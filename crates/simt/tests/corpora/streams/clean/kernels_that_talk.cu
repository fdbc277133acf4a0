// One kernel hands over to another, in a stream of its own, by a fence and an atomic.
#include <cstdio>
__global__ void give(int *box, int *full) {
    *box = 41;
    __threadfence();
    atomicExch(full, 1);
}
__global__ void take(int *box, int *full, int *out) {
    while (atomicAdd(full, 0) == 0) {}
    __threadfence();
    *out = *box + 1;
}
int main() {
    int *box, host;
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc(&box, 3 * sizeof(int));
    cudaMemset(box, 0, 3 * sizeof(int));
    cudaDeviceSynchronize();
    give<<<1, 1, 0, a>>>(box, box + 1);
    take<<<1, 1, 0, b>>>(box, box + 1, box + 2);
    cudaDeviceSynchronize();
    cudaMemcpy(&host, box + 2, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(box);
}
