// Functions that nothing calls may hold instructions that are not modelled, and call each other.
#include <cstdio>

__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;"); }

__device__ int through(int v)
{
    fence();
    return v;
}

__global__ void k(int *out) { *out = 2; }

int main()
{
    int *d, h = 0;
    cudaMalloc(&d, sizeof(int));
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}
/* expect
2
*/
