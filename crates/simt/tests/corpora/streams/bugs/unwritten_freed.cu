// The stencil leaves the border out, and the result is read when the device's memory is free again.
#include <cstdio>
__global__ void inner(float *x, int n) {
    int i = threadIdx.x;
    if (i >= 1 && i < n - 1) x[i] = (float)i;
}
void sweep(float *h, int n) {
    float *d;
    cudaMalloc(&d, n * sizeof(float));
    inner<<<1, n>>>(d, n);
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d);
}
int main() {
    float h[8];
    sweep(h, 8);
    for (int i = 0; i < 8; i++) printf("%g ", h[i]);
    printf("\n");
}
/*~
warning[F0109]: the host reads `d[0]`, copied from the device, where nothing has written it
  --> unwritten_freed.cu:17:47
   |
11 |     cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
   |     ----------------------------------------------------------- 2. brought here
...
17 |     for (int i = 0; i < 8; i++) printf("%g ", h[i]);
   |                                               ^^^^ 1. read here
   |
   = values: 1. i = 0
   = values: 2. n = 8
   = called: 2. by `main` at unwritten_freed.cu:16:5
   = help: nothing was ever stored in `d[0]`: has the grid a thread for every element?
*/
