// Copies, kernels and copies back in three streams, two buffers, an event each way: nothing is used before it is there, or overwritten before it is used.
#include <cstdio>
__global__ void twice(const int *in, int *out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
int main() {
    const int rounds = 6, n = 64;
    int *h_in, *h_out, *d_in[2], *d_out[2];
    cudaStream_t up, work, down;
    cudaEvent_t there[2], used[2], made[2], back[2];
    cudaMallocHost(&h_in, rounds * n * sizeof(int));
    cudaMallocHost(&h_out, rounds * n * sizeof(int));
    for (int i = 0; i < rounds * n; i++) h_in[i] = i;
    for (int k = 0; k < 2; k++) {
        cudaMalloc(&d_in[k], n * sizeof(int));
        cudaMalloc(&d_out[k], n * sizeof(int));
        cudaEventCreateWithFlags(&there[k], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[k], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&made[k], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&back[k], cudaEventDisableTiming);
    }
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    for (int r = 0; r < rounds; r++) {
        int k = r & 1;
        cudaStreamWaitEvent(up, used[k], 0);
        cudaMemcpyAsync(d_in[k], h_in + r * n, n * sizeof(int), cudaMemcpyHostToDevice, up);
        cudaEventRecord(there[k], up);
        cudaStreamWaitEvent(work, there[k], 0);
        cudaStreamWaitEvent(work, back[k], 0);
        twice<<<1, n, 0, work>>>(d_in[k], d_out[k]);
        cudaEventRecord(used[k], work);
        cudaEventRecord(made[k], work);
        cudaStreamWaitEvent(down, made[k], 0);
        cudaMemcpyAsync(h_out + r * n, d_out[k], n * sizeof(int), cudaMemcpyDeviceToHost, down);
        cudaEventRecord(back[k], down);
    }
    cudaStreamSynchronize(down);
    long sum = 0;
    for (int i = 0; i < rounds * n; i++) sum += h_out[i];
    printf("%ld\n", sum);
    for (int k = 0; k < 2; k++) {
        cudaFree(d_in[k]); cudaFree(d_out[k]);
        cudaEventDestroy(there[k]); cudaEventDestroy(used[k]); cudaEventDestroy(made[k]); cudaEventDestroy(back[k]);
    }
    cudaStreamDestroy(up); cudaStreamDestroy(work); cudaStreamDestroy(down);
    cudaFreeHost(h_in); cudaFreeHost(h_out);
}
