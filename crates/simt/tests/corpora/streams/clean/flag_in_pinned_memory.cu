// The kernel tells the host by a fence and a flag that the data is there; the host reads the flag as `volatile`.
#include <cstdio>
__global__ void produce(int *data, volatile int *flag) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system();
        *flag = 1;
    }
}
int main() {
    int *data, *flag;
    cudaHostAlloc(&data, 64 * sizeof(int), cudaHostAllocMapped);
    cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
    *flag = 0;
    produce<<<1, 64>>>(data, flag);
    while (*(volatile int *)flag == 0) {}
    printf("%d\n", data[10]);
    cudaDeviceSynchronize();
    cudaFreeHost(data);
    cudaFreeHost(flag);
}
