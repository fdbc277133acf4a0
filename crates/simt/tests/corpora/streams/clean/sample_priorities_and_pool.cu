// As NVIDIA's StreamPriorities and streamOrderedAllocation: two streams with work of their own, memory from the pool, the host waits for both.
#include <cstdio>
#include <vector>
__global__ void copy(const int *from, int *to, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) to[i] = from[i];
}
int main() {
    const int n = 600;
    int low, high;
    cudaDeviceGetStreamPriorityRange(&low, &high);
    cudaStream_t lo, hi;
    cudaStreamCreateWithPriority(&lo, cudaStreamNonBlocking, low);
    cudaStreamCreateWithPriority(&hi, cudaStreamNonBlocking, high);
    std::vector<int> h(n), out(n);
    for (int i = 0; i < n; i++) h[i] = i;
    for (int round = 0; round < 4; round++) {
        int *a, *b, *c, *d;
        cudaMallocAsync(&a, n * sizeof(int), lo);
        cudaMallocAsync(&b, n * sizeof(int), lo);
        cudaMallocAsync(&c, n * sizeof(int), hi);
        cudaMallocAsync(&d, n * sizeof(int), hi);
        cudaMemcpyAsync(a, h.data(), n * sizeof(int), cudaMemcpyHostToDevice, lo);
        cudaMemcpyAsync(c, h.data(), n * sizeof(int), cudaMemcpyHostToDevice, hi);
        copy<<<2, 128, 0, lo>>>(a, b, n);
        copy<<<2, 128, 0, hi>>>(c, d, n);
        cudaMemcpyAsync(out.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost, hi);
        cudaFreeAsync(a, lo);
        cudaFreeAsync(b, lo);
        cudaFreeAsync(c, hi);
        cudaFreeAsync(d, hi);
    }
    cudaStreamSynchronize(lo);
    cudaStreamSynchronize(hi);
    printf("%d\n", out[n - 1]);
    cudaStreamDestroy(lo);
    cudaStreamDestroy(hi);
}
