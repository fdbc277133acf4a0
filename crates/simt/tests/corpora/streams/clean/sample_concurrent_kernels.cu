// As NVIDIA's concurrentKernels: the last stream waits for an event of each other, then one copy of what all have written.
#include <cstdio>
__global__ void spin(clock_t *out, int n) {
    unsigned x = 1;
    for (int i = 0; i < n; i++) x = x * 3 + 1;
    out[0] = x;
}
__global__ void sum(clock_t *v, int n) {
    __shared__ clock_t all[32];
    clock_t mine = 0;
    for (int i = threadIdx.x; i < n; i += 32) mine += v[i];
    all[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 32; i++) mine += all[i];
        v[0] = mine;
    }
}
int main() {
    int nkernels = 8, nstreams = nkernels + 1;
    clock_t *a = 0, *d_a = 0;
    cudaMallocHost((void **)&a, nkernels * sizeof(clock_t));
    cudaMalloc((void **)&d_a, nkernels * sizeof(clock_t));
    cudaStream_t streams[9];
    cudaEvent_t events[8];
    for (int i = 0; i < nstreams; i++) cudaStreamCreateWithFlags(&(streams[i]), cudaStreamNonBlocking);
    for (int i = 0; i < nkernels; i++) cudaEventCreateWithFlags(&(events[i]), cudaEventDisableTiming);
    for (int i = 0; i < nkernels; i++) {
        spin<<<1, 1, 0, streams[i]>>>(&d_a[i], 10 * i);
        cudaEventRecord(events[i], streams[i]);
        cudaStreamWaitEvent(streams[nstreams - 1], events[i], 0);
    }
    sum<<<1, 32, 0, streams[nstreams - 1]>>>(d_a, nkernels);
    cudaMemcpyAsync(a, d_a, sizeof(clock_t), cudaMemcpyDeviceToHost, streams[nstreams - 1]);
    cudaStreamSynchronize(streams[nstreams - 1]);
    printf("%d\n", a[0] != 0);
    for (int i = 0; i < nstreams; i++) cudaStreamDestroy(streams[i]);
    for (int i = 0; i < nkernels; i++) cudaEventDestroy(events[i]);
    cudaFreeHost(a);
    cudaFree(d_a);
}
