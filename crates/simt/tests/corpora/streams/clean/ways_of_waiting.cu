// Everything by which the host may know that work is done.
#include <cstdio>
__global__ void next(int *v) { v[threadIdx.x] += 1; }
int main() {
    int *v, *other, host[32];
    cudaStream_t s;
    cudaEvent_t begin, end;
    cudaStreamCreate(&s);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMallocManaged(&v, 32 * sizeof(int));
    for (int i = 0; i < 32; i++) v[i] = 0;
    next<<<1, 32, 0, s>>>(v);
    cudaDeviceSynchronize();
    v[0]++;
    next<<<1, 32, 0, s>>>(v);
    cudaStreamSynchronize(s);
    v[0]++;
    next<<<1, 32, 0, s>>>(v);
    while (cudaStreamQuery(s) == cudaErrorNotReady) {}
    v[0]++;
    cudaEventRecord(begin, s);
    next<<<1, 32, 0, s>>>(v);
    cudaEventRecord(end, s);
    cudaEventSynchronize(end);
    v[0]++;
    cudaEventRecord(begin, s);
    next<<<1, 32, 0, s>>>(v);
    cudaEventRecord(end, s);
    while (cudaEventQuery(end) != cudaSuccess) {}
    v[0]++;
    next<<<1, 32>>>(v);
    cudaMemcpy(host, v, sizeof(host), cudaMemcpyDeviceToHost);
    v[0]++;
    next<<<1, 32>>>(v);
    cudaMalloc(&other, 16);
    v[0]++;
    next<<<1, 32>>>(v);
    cudaFree(other);
    v[0]++;
    next<<<1, 32, 0, s>>>(v);
    cudaStreamSynchronize(0);
    v[0]++;
    printf("%d %d\n", v[0], v[1]);
    cudaStreamDestroy(s);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(v);
}
