// A copy to pinned memory, and nobody waits for it.
#include <cstdio>
__global__ void fill(float *out, float v) { out[threadIdx.x] = v; }
int main() {
    float *d_out, *h_out;
    cudaStream_t stream;
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMallocHost(&h_out, 64 * sizeof(float));
    cudaStreamCreate(&stream);
    fill<<<1, 64, 0, stream>>>(d_out, 3.0f);
    cudaMemcpyAsync(h_out, d_out, 64 * sizeof(float), cudaMemcpyDeviceToHost, stream);
    printf("%g\n", h_out[10]);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(h_out);
    cudaFree(d_out);
}
/*~
error[F0206]: the host reads bytes 40 to 43 of `h_out` without having waited for the copy in stream `stream`, which writes them
  --> pinned_read_too_early.cu:12:20
   |
11 |     cudaMemcpyAsync(h_out, d_out, 64 * sizeof(float), cudaMemcpyDeviceToHost, stream);
   |     --------------------------------------------------------------------------------- 2. writes them, in stream `stream`
12 |     printf("%g\n", h_out[10]);
   |                    ^^^^^^^^^ 1. the host reads them
   |
   = help: the call returns before the work is done: put `cudaStreamSynchronize` of that stream, or `cudaDeviceSynchronize()`, between the two
*/
