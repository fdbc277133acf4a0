// The time between two events is not known before something has waited for the second: the call fails and stores nothing.
//@ says no time yet: nothing has waited for `stop`
//@ says wait before you ask: `cudaEventSynchronize(stop);`
#include <cstdio>

__global__ void add(float *x, int rounds) {
    for (int i = 0; i < rounds; i++) x[threadIdx.x] += 1;
}

const char *asked(cudaEvent_t from, cudaEvent_t to, float &ms) {
    return cudaGetErrorName(cudaEventElapsedTime(&ms, from, to));
}

int main() {
    float *d, h[32], ms = -1;
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    cudaStream_t apart;
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    cudaEventRecord(start);
    add<<<1, 32>>>(d, 1000);
    cudaEventRecord(stop);
    printf("%s", asked(start, stop, ms));
    printf(" %s, %d\n", cudaGetErrorName(cudaGetLastError()), ms == -1);
    // A copy in the default stream waits for what is before it.
    cudaEventRecord(start);
    add<<<1, 32>>>(d, 10);
    cudaEventRecord(stop);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s", asked(start, stop, ms));
    printf(", %d\n", ms >= 0);
    // Not for a stream that goes its own way.
    cudaEventRecord(start, apart);
    add<<<1, 32, 0, apart>>>(d, 10);
    cudaEventRecord(stop, apart);
    cudaMemcpy(h, h, sizeof h, cudaMemcpyHostToHost);
    printf("%s\n", asked(start, stop, ms));
    // Other ways to wait.
    cudaEventRecord(start, apart);
    cudaEventRecord(stop, apart);
    cudaStreamSynchronize(apart);
    printf("%s\n", asked(start, stop, ms));
    cudaEventRecord(start);
    cudaEventRecord(stop);
    while (cudaEventQuery(stop) != cudaSuccess) {}
    printf("%s\n", asked(start, stop, ms));
    // Who asks until it is known gets an answer.
    cudaEventRecord(start);
    cudaEventRecord(stop);
    while (cudaEventElapsedTime(&ms, start, stop) == cudaErrorNotReady) {}
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(apart);
    cudaFree(d);
}
/* expect
cudaErrorNotReady cudaErrorNotReady, 1
cudaSuccess, 1
cudaErrorNotReady
cudaSuccess
cudaSuccess
*/
