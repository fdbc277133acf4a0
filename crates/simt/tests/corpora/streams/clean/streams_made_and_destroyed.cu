// Streams come and go, more than are told apart at a time; each has memory of its own.
#include <cstdio>
#include <vector>
__global__ void set(int *v, int x) { v[threadIdx.x] = x; }
int main() {
    int *v, host[8];
    cudaMalloc(&v, 600 * 8 * sizeof(int));
    std::vector<cudaStream_t> kept;
    for (int i = 0; i < 600; i++) {
        cudaStream_t s;
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        set<<<1, 8, 0, s>>>(v + 8 * i, i);
        if (i % 2) cudaStreamDestroy(s);
        else kept.push_back(s);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 600; i++) {
        cudaStream_t s;
        cudaStreamCreate(&s);
        set<<<1, 8, 0, s>>>(v, i);
        cudaStreamSynchronize(s);
        cudaStreamDestroy(s);
    }
    cudaMemcpy(host, v, sizeof(host), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    for (cudaStream_t s : kept) cudaStreamDestroy(s);
    cudaFree(v);
}
