// The copy brings what the kernel was never given.
#include <cstdio>
#include <vector>
__global__ void fill(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}
int main() {
    const int n = 100;
    int *d_a, *d_b;
    cudaMalloc(&d_a, n * sizeof(int));
    cudaMalloc(&d_b, n * sizeof(int));
    fill<<<1, 128>>>(d_a, n);
    std::vector<int> b(n);
    cudaMemcpy(b.data(), d_b, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += b[i] != i;
    printf("%d\n", wrong);
    cudaFree(d_a);
    cudaFree(d_b);
}
/*~
warning[F0109]: the host reads `d_b[0]`, copied from the device, where nothing has written it
  --> unwritten_other_pointer.cu:17:42
   |
15 |     cudaMemcpy(b.data(), d_b, n * sizeof(int), cudaMemcpyDeviceToHost);
   |     ------------------------------------------------------------------ 2. brought here
16 |     int wrong = 0;
17 |     for (int i = 0; i < n; i++) wrong += b[i] != i;
   |                                          ^^^^ 1. read here
   |
   = values: 1. wrong = 0, i = 0
   = help: nothing was ever stored in `d_b`: was the kernel launched, and with this pointer?
*/
