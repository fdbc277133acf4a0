// A stream's host function writes what the host reads without waiting for it.
#include <cstdio>
__global__ void count(int *n) { atomicAdd(n, 1); }
void finish(void *data) {
    int *n = (int *)data;
    n[1] = n[0] * 100;
}
int main() {
    int *n;
    cudaStream_t s;
    cudaMallocManaged(&n, 2 * sizeof(int));
    n[0] = n[1] = 0;
    cudaStreamCreate(&s);
    count<<<1, 64, 0, s>>>(n);
    cudaLaunchHostFunc(s, finish, n);
    printf("%d\n", n[1]);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    cudaFree(n);
}
/*~
error[F0206]: the host reads bytes 4 to 7 of `n` without having waited for the host function in stream `s`, which writes them
  --> host_function_too_early.cu:16:20
   |
15 |     cudaLaunchHostFunc(s, finish, n);
   |     -------------------------------- 2. writes them, in stream `s`
16 |     printf("%d\n", n[1]);
   |                    ^^^^ 1. the host reads them
   |
   = help: the call returns before the work is done: put `cudaStreamSynchronize` of that stream, or `cudaDeviceSynchronize()`, between the two
*/
