// Results of two streams; the host waits for one of them, twice.
#include <cstdio>
__global__ void fill(int *out, int v) { out[threadIdx.x] = v; }
int main() {
    int *h, *d;
    cudaStream_t s[2];
    cudaMallocHost(&h, 64 * sizeof(int));
    cudaMalloc(&d, 64 * sizeof(int));
    for (int i = 0; i < 2; i++) {
        cudaStreamCreate(&s[i]);
        fill<<<1, 32, 0, s[i]>>>(d + 32 * i, i + 1);
        cudaMemcpyAsync(h + 32 * i, d + 32 * i, 32 * sizeof(int), cudaMemcpyDeviceToHost, s[i]);
    }
    cudaStreamSynchronize(s[0]);
    cudaStreamSynchronize(s[0]);
    int sum = 0;
    for (int i = 0; i < 64; i++) sum += h[i];
    printf("%d\n", sum);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) cudaStreamDestroy(s[i]);
    cudaFree(d);
    cudaFreeHost(h);
}
/*~
error[F0206]: the host reads bytes 128 to 131 of `h` without having waited for the copy in stream `s[1]`, which writes them
  --> waits_for_the_wrong_stream.cu:17:41
   |
12 |         cudaMemcpyAsync(h + 32 * i, d + 32 * i, 32 * sizeof(int), cudaMemcpyDeviceToHost, s[i]);
   |         --------------------------------------------------------------------------------------- 2. writes them, in stream `s[1]`
...
17 |     for (int i = 0; i < 64; i++) sum += h[i];
   |                                         ^^^^ 1. the host reads them
   |
   = values: 1. sum = 32, i = 32
   = values: 2. i = 1
   = help: the call returns before the work is done: put `cudaStreamSynchronize` of that stream, or `cudaDeviceSynchronize()`, between the two
*/
