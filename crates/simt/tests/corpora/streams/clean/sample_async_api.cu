// As NVIDIA's asyncAPI: all in the default stream, asynchronous, and the host counts until the event is done.
#include <cstdio>
__global__ void increment(int *data, int by) { data[blockIdx.x * blockDim.x + threadIdx.x] += by; }
int main() {
    const int n = 4096, bytes = n * sizeof(int);
    int *a, *d_a;
    cudaMallocHost((void **)&a, bytes);
    memset(a, 0, bytes);
    cudaMalloc((void **)&d_a, bytes);
    cudaMemset(d_a, 255, bytes);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaDeviceSynchronize();
    cudaEventRecord(start, 0);
    cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, 0);
    increment<<<n / 512, 512, 0, 0>>>(d_a, 26);
    cudaMemcpyAsync(a, d_a, bytes, cudaMemcpyDeviceToHost, 0);
    cudaEventRecord(stop, 0);
    unsigned long counter = 0;
    while (cudaEventQuery(stop) == cudaErrorNotReady) counter++;
    bool right = true;
    for (int i = 0; i < n; i++) right = right && a[i] == 26;
    printf("%d\n", right);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFreeHost(a);
    cudaFree(d_a);
}
