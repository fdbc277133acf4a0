// A `__managed__` counter, set to zero for the next launch while the first may still count.
#include <cstdio>
__managed__ int found;
__global__ void search(const int *v, int n, int what) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && v[i] == what) atomicAdd(&found, 1);
}
int main() {
    int n = 300, *v;
    cudaMallocManaged(&v, n * sizeof(int));
    for (int i = 0; i < n; i++) v[i] = i % 10;
    for (int what = 0; what < 3; what++) {
        found = 0;
        search<<<2, 256>>>(v, n, what);
    }
    cudaDeviceSynchronize();
    printf("%d\n", found);
    cudaFree(v);
}
/*~
error[F0206]: the host writes `found` without having waited for kernel `search` in the default stream, which changes it by an atomic
  --> managed_variable.cu:13:9
   |
 6 |     if (i < n && v[i] == what) atomicAdd(&found, 1);
   |                                -------------------- 2. changes it by an atomic; launched on line 14
...
13 |         found = 0;
   |         ^^^^^ 1. the host writes it
   |
   = note: it happened 2 times
   = help: a launch returns at once: put `cudaDeviceSynchronize()` between the two
*/
