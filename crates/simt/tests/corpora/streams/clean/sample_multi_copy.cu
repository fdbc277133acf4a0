// As NVIDIA's simpleMultiCopy: a ring of streams and an event each by which a round knows that its buffers are free.
#include <cstdio>
#define STREAMS 4
__global__ void inc(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + 1;
}
int main() {
    const int n = 512, bytes = n * sizeof(int);
    int *h_in[STREAMS], *h_out[STREAMS], *d_in[STREAMS], *d_out[STREAMS], *source, *sink;
    cudaStream_t stream[STREAMS];
    cudaEvent_t done[STREAMS];
    source = (int *)malloc(bytes);
    sink = (int *)malloc(bytes);
    for (int i = 0; i < n; i++) source[i] = i;
    for (int i = 0; i < STREAMS; i++) {
        cudaHostAlloc(&h_in[i], bytes, cudaHostAllocDefault);
        cudaMalloc(&d_in[i], bytes);
        cudaHostAlloc(&h_out[i], bytes, cudaHostAllocDefault);
        cudaMalloc(&d_out[i], bytes);
        cudaStreamCreate(&stream[i]);
        cudaEventCreate(&done[i]);
        cudaEventRecord(done[i], stream[i]);
    }
    int current = 0;
    for (int i = 0; i < 10; i++) {
        int next = (current + 1) % STREAMS;
        cudaEventSynchronize(done[next]);
        memcpy(sink, h_out[next], i > 2 ? bytes : 0);
        cudaEventSynchronize(done[current]);
        memcpy(h_in[current], source, bytes);
        cudaMemcpyAsync(d_in[current], h_in[current], bytes, cudaMemcpyHostToDevice, stream[current]);
        inc<<<2, 256, 0, stream[current]>>>(d_out[current], d_in[current], n);
        cudaMemcpyAsync(h_out[current], d_out[current], bytes, cudaMemcpyDeviceToHost, stream[current]);
        cudaEventRecord(done[current], stream[current]);
        current = next;
    }
    cudaDeviceSynchronize();
    printf("%d\n", h_out[0][7]);
    for (int i = 0; i < STREAMS; i++) {
        cudaFreeHost(h_in[i]); cudaFree(d_in[i]); cudaFreeHost(h_out[i]); cudaFree(d_out[i]);
        cudaStreamDestroy(stream[i]);
        cudaEventDestroy(done[i]);
    }
    free(source);
    free(sink);
}
