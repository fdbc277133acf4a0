// Host functions work on what their stream has done; the stream goes on after them, and the host waits for the last.
#include <cstdio>
struct Step { int *values; int n; long *total; };
__global__ void fill(int *v, int by) { v[threadIdx.x] = threadIdx.x * by; }
void CUDART_CB gather(void *data) {
    Step *step = (Step *)data;
    for (int i = 0; i < step->n; i++) *step->total += step->values[i], step->values[i] = 0;
}
void CUDART_CB told(cudaStream_t stream, cudaError_t status, void *data) {
    if (status == cudaSuccess) ((int *)data)[0] += 1;
}
int main() {
    Step step;
    int *calls;
    cudaStream_t s;
    cudaStreamCreate(&s);
    step.n = 32;
    cudaMallocManaged(&step.values, 32 * sizeof(int));
    cudaMallocHost(&step.total, sizeof(long));
    cudaMallocHost(&calls, sizeof(int));
    *step.total = *calls = 0;
    for (int k = 1; k <= 3; k++) {
        fill<<<1, 32, 0, s>>>(step.values, k);
        cudaLaunchHostFunc(s, gather, &step);
        cudaStreamAddCallback(s, told, calls, 0);
    }
    cudaStreamSynchronize(s);
    printf("%ld %d\n", *step.total, *calls);
    cudaStreamDestroy(s);
    cudaFree(step.values);
    cudaFreeHost(step.total);
    cudaFreeHost(calls);
}
