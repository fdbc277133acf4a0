// As NVIDIA's simpleHyperQ: two kernels a stream, an event of each, and a reduction in the last that waits for all.
#include <cstdio>
#include <cstdlib>
__global__ void first(long *d) { *d = 1; }
__global__ void second(long *d) { *d += 1; }
__global__ void sum(long *d, int n) {
    __shared__ long part[32];
    long mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine += d[i];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int i = 16; i > 0; i /= 2) {
        if (threadIdx.x < i) part[threadIdx.x] += part[threadIdx.x + i];
        __syncthreads();
    }
    d[0] = part[0];
}
int main() {
    const int n = 8;
    long *a = 0, *d_a = 0;
    cudaMallocHost((void **)&a, sizeof(long));
    cudaMalloc((void **)&d_a, 2 * n * sizeof(long));
    cudaStream_t *streams = (cudaStream_t *)malloc((n + 1) * sizeof(cudaStream_t));
    cudaEvent_t *events = (cudaEvent_t *)malloc(n * sizeof(cudaEvent_t)), start, stop;
    for (int i = 0; i <= n; i++) cudaStreamCreate(&streams[i]);
    for (int i = 0; i < n; i++) cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    for (int i = 0; i < n; i++) {
        first<<<1, 1, 0, streams[i]>>>(&d_a[2 * i]);
        second<<<1, 1, 0, streams[i]>>>(&d_a[2 * i]);
        first<<<1, 1, 0, streams[i]>>>(&d_a[2 * i + 1]);
        cudaEventRecord(events[i], streams[i]);
        cudaStreamWaitEvent(streams[n], events[i], 0);
    }
    sum<<<1, 32, 0, streams[n]>>>(d_a, 2 * n);
    cudaMemcpyAsync(a, d_a, sizeof(long), cudaMemcpyDeviceToHost, streams[n]);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    printf("%ld\n", a[0]);
    for (int i = 0; i <= n; i++) cudaStreamDestroy(streams[i]);
    for (int i = 0; i < n; i++) cudaEventDestroy(events[i]);
    free(streams);
    free(events);
    cudaFreeHost(a);
    cudaFree(d_a);
}
