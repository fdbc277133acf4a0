// Two copies to one local array: the first brings all, the second what a kernel that began too far on left out.
#include <cstdio>
__global__ void number(int *out, int from, int n) {
    int i = from + threadIdx.x;
    if (i < n) out[i] = i;
}
int last(const int *all, int n) {
    int scratch[8] = {1, 2, 3};
    return all[n - 1] + scratch[1] - 2;
}
int show(const int *d, int n) {
    int h[32];
    cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = last(h, n);
    for (int i = 1; i < n; i++) h[i] += 1;
    for (int i = 1; i < n; i++) sum += h[i];
    return sum + h[0];
}
int main() {
    const int n = 32;
    int *a, *b;
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    number<<<1, n>>>(a, 0, n);
    number<<<1, n>>>(b, 1, n);
    int one = show(a, n);
    printf("%d\n", one);
    int two = show(b, n);
    printf("%d\n", two);
    cudaFree(a);
    cudaFree(b);
}
/*~
warning[F0109]: the host reads bytes 0 to 3 of `b`, copied from the device, where nothing has written it
  --> unwritten_local_array.cu:17:18
   |
13 |     cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
   |     --------------------------------------------------------- 2. brought here
...
17 |     return sum + h[0];
   |                  ^^^^ 1. read here
   |
   = values: 1. sum = 558
   = called: 1. by `main` at unwritten_local_array.cu:28:15
   = values: 2. n = 32
   = called: 2. by `main` at unwritten_local_array.cu:28:15
   = help: nothing was ever stored in bytes 0 to 3 of `b`: has the grid a thread for every element?
*/
