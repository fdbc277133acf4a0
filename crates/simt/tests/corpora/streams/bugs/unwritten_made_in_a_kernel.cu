// The sum begins with whatever was there: the kernel's line says it, and the host's read of the result adds nothing.
#include <cstdio>
#include <cstdlib>
__global__ void add(float *sum, const float *x, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum[threadIdx.x] += x[i];
}
int main() {
    float *x, *sum, *h = (float *)malloc(32 * sizeof(float));
    cudaMalloc(&x, 64 * sizeof(float));
    cudaMalloc(&sum, 32 * sizeof(float));
    cudaMemset(x, 0, 64 * sizeof(float));
    add<<<1, 32>>>(sum, x, 64);
    cudaMemcpy(h, sum, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    free(h);
    cudaFree(x);
    cudaFree(sum);
}
/*~
error[F0105]: what is stored depends on `sum[0]`, which was never written
 --> unwritten_made_in_a_kernel.cu:5:55
  |
5 |     for (int i = threadIdx.x; i < n; i += blockDim.x) sum[threadIdx.x] += x[i];
  |                                                       ^^^^^^^^^^^^^^^^ 1. read here
  |                                                       ---------------- 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): n = 64, i = 0
  = thread: 2. (0, 0, 0) of block (0, 0, 0): n = 64, i = 0
  = note: it happened 64 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
  in `add<<<1, 32>>>`, launched on line 12
*/
