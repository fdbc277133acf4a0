// Long loops read what a copy reads, which is right; then one writes it, still before the copy is waited for.
#include <cstdio>
const int N = 2000;
int main() {
    float *h, *d;
    cudaMallocHost(&h, N * sizeof(float));
    cudaMalloc(&d, N * sizeof(float));
    for (int i = 0; i < N; i++) h[i] = i;
    cudaMemcpyAsync(d, h, N * sizeof(float), cudaMemcpyHostToDevice);
    float sum = 0, most = 0;
    for (int i = 0; i < N; i++) sum += h[i];
    for (int i = 0; i < N; i++)
        if (h[i] > most) most = h[i];
    for (int i = 0; i < N; i++) h[i] = sum - most;
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFreeHost(h);
}
/*~
error[F0206]: the host writes bytes 0 to 3 of `h` without having waited for the copy in the default stream, which reads them
  --> written_after_a_long_look.cu:14:33
   |
 9 |     cudaMemcpyAsync(d, h, N * sizeof(float), cudaMemcpyHostToDevice);
   |     ---------------------------------------------------------------- 2. reads them, in the default stream
...
14 |     for (int i = 0; i < N; i++) h[i] = sum - most;
   |                                 ^^^^ 1. the host writes them
   |
   = values: 1. sum = 1999000.0, most = 1999.0, i = 0
   = help: the call returns before the work is done: put `cudaDeviceSynchronize()` between the two
*/
