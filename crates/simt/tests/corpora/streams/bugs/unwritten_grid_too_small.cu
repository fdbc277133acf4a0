// The grid leaves out the last, partly filled block: the end of the result was never computed.
#include <cstdio>
#include <cstdlib>
__global__ void square(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = (float)i * i;
}
int main() {
    const int n = 1000;
    float *d_x, *h_x = (float *)malloc(n * sizeof(float));
    cudaMalloc(&d_x, n * sizeof(float));
    square<<<n / 256, 256>>>(d_x, n);
    cudaMemcpy(h_x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 100) printf("%g\n", h_x[i]);
    free(h_x);
    cudaFree(d_x);
}
/*~
warning[F0109]: the host reads `d_x[800]`, copied from the device, where nothing has written it
  --> unwritten_grid_too_small.cu:14:53
   |
13 |     cudaMemcpy(h_x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
   |     --------------------------------------------------------------- 2. brought here
14 |     for (int i = 0; i < n; i += 100) printf("%g\n", h_x[i]);
   |                                                     ^^^^^^ 1. read here
   |
   = values: 1. i = 800
   = help: nothing was ever stored in `d_x[800]` to `d_x[999]`: has the grid a thread for every element?
*/
