// As NVIDIA's simpleCallback: a callback tells the host's thread by a mutex and a condition variable; no other wait.
#include <condition_variable>
#include <cstdio>
#include <mutex>
struct Work {
    int *host, *device;
    bool done;
    std::mutex lock;
    std::condition_variable changed;
};
__global__ void inc(int *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i]++;
}
void CUDART_CB finished(cudaStream_t stream, cudaError_t status, void *data) {
    Work *work = (Work *)data;
    for (int i = 0; i < 64; i++) work->host[i] *= 2;
    std::lock_guard<std::mutex> hold(work->lock);
    work->done = true;
    work->changed.notify_one();
}
int main() {
    Work work;
    cudaStream_t s;
    work.done = false;
    cudaStreamCreate(&s);
    cudaHostAlloc(&work.host, 64 * sizeof(int), cudaHostAllocPortable);
    cudaMalloc(&work.device, 64 * sizeof(int));
    for (int i = 0; i < 64; i++) work.host[i] = i;
    cudaMemcpyAsync(work.device, work.host, 64 * sizeof(int), cudaMemcpyHostToDevice, s);
    inc<<<1, 64, 0, s>>>(work.device, 64);
    cudaMemcpyAsync(work.host, work.device, 64 * sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamAddCallback(s, finished, &work, 0);
    {
        std::unique_lock<std::mutex> hold(work.lock);
        work.changed.wait(hold, [&] { return work.done; });
    }
    printf("%d\n", work.host[10]);
    cudaFree(work.device);
    cudaFreeHost(work.host);
    cudaStreamDestroy(s);
}
