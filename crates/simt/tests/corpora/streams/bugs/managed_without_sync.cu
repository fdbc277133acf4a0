// The classic: the host reads managed memory right after the launch.
#include <cstdio>
__global__ void square(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * x[i];
}
int main() {
    int n = 1000, *x;
    cudaMallocManaged(&x, n * sizeof(int));
    for (int i = 0; i < n; i++) x[i] = i;
    square<<<4, 256>>>(x, n);
    if (cudaGetLastError() != cudaSuccess) return 1;
    long sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    printf("%ld\n", sum);
    cudaFree(x);
}
/*~
error[F0206]: the host reads `x[0]` without having waited for kernel `square` in the default stream, which writes it
  --> managed_without_sync.cu:14:40
   |
 5 |     if (i < n) x[i] = x[i] * x[i];
   |                ---- 2. writes it; launched on line 11
...
14 |     for (int i = 0; i < n; i++) sum += x[i];
   |                                        ^^^^ 1. the host reads it
   |
   = values: 1. n = 1000, sum = 0, i = 0
   = help: a launch returns at once: put `cudaDeviceSynchronize()` between the two
*/
