// Memory of the pool: taken in one stream, used in another after an event, given back after a second one, and taken anew.
#include <cstdio>
__global__ void fill(int *p, int v) { p[threadIdx.x] = v; }
__global__ void sum(const int *p, int *out) { atomicAdd(out, p[threadIdx.x]); }
int main() {
    int *p, *out, host;
    cudaStream_t one, two;
    cudaEvent_t there, used;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEventCreate(&there);
    cudaEventCreate(&used);
    cudaMallocAsync(&out, sizeof(int), two);
    cudaMemsetAsync(out, 0, sizeof(int), two);
    for (int i = 0; i < 300; i++) {
        cudaMallocAsync(&p, 32 * sizeof(int), one);
        fill<<<1, 32, 0, one>>>(p, i);
        cudaEventRecord(there, one);
        cudaStreamWaitEvent(two, there, 0);
        sum<<<1, 32, 0, two>>>(p, out);
        cudaEventRecord(used, two);
        cudaStreamWaitEvent(one, used, 0);
        cudaFreeAsync(p, one);
    }
    cudaMemcpyAsync(&host, out, sizeof(int), cudaMemcpyDeviceToHost, two);
    cudaFreeAsync(out, two);
    cudaStreamSynchronize(two);
    printf("%d\n", host);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaEventDestroy(there);
    cudaEventDestroy(used);
}
