// `grid.sync()` in an ordinary launch stops the kernel; the error stays. A cooperative launch is in order.
//@ refused `grid.sync()` in an ordinary launch
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(int *a, int *b) {
    auto g = cg::this_grid();
    a[g.thread_rank()] = g.thread_rank();
    g.sync();
    b[g.thread_rank()] = a[(g.thread_rank() + 33) % 64];
}
int main() {
    int *a, *b, h[64];
    cudaMalloc(&a, 256);
    cudaMalloc(&b, 256);
    void *args[] = {&a, &b};
    cudaLaunchCooperativeKernel((void *)k, 2, 32, args);
    cudaMemcpy(h, b, 256, cudaMemcpyDeviceToHost);
    printf("%d %d %s\n", h[0], h[40], cudaGetErrorString(cudaGetLastError()));
    k<<<2, 32>>>(a, b);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorString(cudaFree(a)));
}
/* expect
33 9 no error
unspecified launch failure
unspecified launch failure
*/
