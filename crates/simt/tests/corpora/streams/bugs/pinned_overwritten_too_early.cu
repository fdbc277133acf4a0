// The host prepares the next batch in the buffer that is still being copied.
#include <cstdio>
__global__ void add(const int *in, int *sum) { atomicAdd(sum, in[threadIdx.x]); }
int main() {
    int *h_in, *d_in, *d_sum, sum = 0;
    cudaStream_t s;
    cudaHostAlloc(&h_in, 32 * sizeof(int), cudaHostAllocDefault);
    cudaMalloc(&d_in, 32 * sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    cudaStreamCreate(&s);
    for (int batch = 0; batch < 3; batch++) {
        for (int i = 0; i < 32; i++) h_in[i] = batch;
        cudaMemcpyAsync(d_in, h_in, 32 * sizeof(int), cudaMemcpyHostToDevice, s);
        add<<<1, 32, 0, s>>>(d_in, d_sum);
    }
    cudaStreamSynchronize(s);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaStreamDestroy(s);
    cudaFree(d_in);
    cudaFree(d_sum);
    cudaFreeHost(h_in);
}
/*~
error[F0206]: the host writes bytes 0 to 3 of `h_in` without having waited for the copy in stream `s`, which reads them
  --> pinned_overwritten_too_early.cu:13:38
   |
13 |         for (int i = 0; i < 32; i++) h_in[i] = batch;
   |                                      ^^^^^^^ 1. the host writes them
14 |         cudaMemcpyAsync(d_in, h_in, 32 * sizeof(int), cudaMemcpyHostToDevice, s);
   |         ------------------------------------------------------------------------ 2. reads them, in stream `s`
   |
   = values: 1. batch = 1, i = 0
   = note: it happened 2 times
   = help: the call returns before the work is done: put `cudaStreamSynchronize` of that stream, or `cudaDeviceSynchronize()`, between the two
*/
