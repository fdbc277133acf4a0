// The host waits for a kernel by a `std::atomic` in managed memory; the kernel fences before it tells.
#include <atomic>
#include <cstdio>
#include <new>
__global__ void tell(volatile int *flag, int *data) {
    *data = 7;
    __threadfence_system();
    *flag = 1;
}
int main() {
    std::atomic<int> *flag;
    int *data;
    cudaMallocManaged(&flag, sizeof(std::atomic<int>));
    cudaMallocManaged(&data, sizeof(int));
    new (flag) std::atomic<int>(0);
    tell<<<1, 1>>>((int *)flag, data);
    while (flag->load() == 0) {}
    printf("%d\n", *data);
    cudaFree(flag);
    cudaFree(data);
}
