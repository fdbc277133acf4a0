// A copy to pinned memory, waited for; half of it was never computed.
#include <cstdio>
__global__ void half(double *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) x[i] = 1;
}
int main() {
    const int n = 64;
    double *x, *pinned;
    cudaMalloc(&x, n * sizeof(double));
    cudaMallocHost(&pinned, n * sizeof(double));
    half<<<1, n>>>(x, n);
    cudaMemcpyAsync(pinned, x, n * sizeof(double), cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    double sum = 0;
    for (int i = 0; i < n; i++) sum += pinned[i];
    printf("%g\n", sum);
    cudaFree(x);
    cudaFreeHost(pinned);
}
/*~
warning[F0109]: the host reads `x[32]`, copied from the device, where nothing has written it
  --> unwritten_pinned.cu:16:40
   |
13 |     cudaMemcpyAsync(pinned, x, n * sizeof(double), cudaMemcpyDeviceToHost);
   |     ---------------------------------------------------------------------- 2. brought here
...
16 |     for (int i = 0; i < n; i++) sum += pinned[i];
   |                                        ^^^^^^^^^ 1. read here
   |
   = values: 1. sum = 32.0, i = 32
   = help: nothing was ever stored in `x[32]` to `x[63]`: has the grid a thread for every element?
*/
