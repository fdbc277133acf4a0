// Copies in one stream, kernels in the other: the kernel waits for its copy, but the next copy not for the kernel.
__global__ void use(const int *in, int *out) { out[threadIdx.x] += in[threadIdx.x]; }
int main() {
    const int rounds = 4;
    int *h_in, *d_in[2], *d_out;
    cudaStream_t copy, compute;
    cudaEvent_t copied[2];
    cudaMallocHost(&h_in, rounds * 32 * sizeof(int));
    for (int i = 0; i < rounds * 32; i++) h_in[i] = i;
    cudaMalloc(&d_out, 32 * sizeof(int));
    cudaMemset(d_out, 0, 32 * sizeof(int));
    for (int k = 0; k < 2; k++) {
        cudaMalloc(&d_in[k], 32 * sizeof(int));
        cudaEventCreate(&copied[k]);
    }
    cudaStreamCreate(&copy);
    cudaStreamCreate(&compute);
    for (int r = 0; r < rounds; r++) {
        int k = r % 2;
        cudaMemcpyAsync(d_in[k], h_in + r * 32, 32 * sizeof(int), cudaMemcpyHostToDevice, copy);
        cudaEventRecord(copied[k], copy);
        cudaStreamWaitEvent(compute, copied[k], 0);
        use<<<1, 32, 0, compute>>>(d_in[k], d_out);
    }
    cudaDeviceSynchronize();
    for (int k = 0; k < 2; k++) {
        cudaFree(d_in[k]);
        cudaEventDestroy(copied[k]);
    }
    cudaStreamDestroy(copy);
    cudaStreamDestroy(compute);
    cudaFree(d_out);
    cudaFreeHost(h_in);
}
/*~
error[F0205]: nothing orders kernel `use` in stream `compute` and the copy in stream `copy`: the first reads `d_in[0][0]` to `d_in[0][31]`, the second writes them
  --> double_buffer_without_event.cu:2:68
   |
 2 | __global__ void use(const int *in, int *out) { out[threadIdx.x] += in[threadIdx.x]; }
   |                                                                    ^^^^^^^^^^^^^^^ 1. reads them; launched on line 23
...
20 |         cudaMemcpyAsync(d_in[k], h_in + r * 32, 32 * sizeof(int), cudaMemcpyHostToDevice, copy);
   |         --------------------------------------------------------------------------------------- 2. writes them, in stream `copy`
   |
   = values: 2. r = 2, k = 0
   = note: it happened 2 times
   = help: record an event in stream `compute` after kernel `use`, and let stream `copy` wait for it (`cudaStreamWaitEvent`) before the copy; or put both into one stream
*/
