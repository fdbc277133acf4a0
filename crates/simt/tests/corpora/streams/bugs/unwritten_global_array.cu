// Results go on from one array of the file to another: what is told is where on the device they came from.
#include <cstdio>
__global__ void number(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}
float first[1000], second[600];
int main() {
    float *d_out;
    cudaMalloc(&d_out, sizeof first);
    number<<<1000 / 256, 256>>>(d_out, 1000);
    cudaMemcpy(first, d_out, sizeof first, cudaMemcpyDeviceToHost);
    cudaMemcpy(second, first + 400, sizeof second, cudaMemcpyHostToHost);
    float sum = 0;
    for (int i = 0; i < 600; i++) sum += second[i];
    printf("%g\n", sum);
    cudaFree(d_out);
}
/*~
warning[F0109]: the host reads `d_out[768]`, copied from the device, where nothing has written it
  --> unwritten_global_array.cu:15:42
   |
13 |     cudaMemcpy(second, first + 400, sizeof second, cudaMemcpyHostToHost);
   |     -------------------------------------------------------------------- 2. brought here
14 |     float sum = 0;
15 |     for (int i = 0; i < 600; i++) sum += second[i];
   |                                          ^^^^^^^^^ 1. read here
   |
   = values: 1. sum = 214728.0, i = 368
   = help: nothing was ever stored in `d_out[768]` to `d_out[999]`: has the grid a thread for every element?
*/
