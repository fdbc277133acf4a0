// Copies and fills beyond an allocation, before it, and of memory that is freed: each is told with its line, and the call gives CUDA's error.
//@ finding a copy to `d`, 260 bytes, goes 4 bytes past its end: it has 256 bytes
//@ finding a fill of `d` from byte 16 on, 256 bytes, goes 16 bytes past its end: it has 256 bytes
//@ finding a fill of `d`, 8 bytes, begins 8 bytes before its start: it has 256 bytes
//@ finding a copy from `d`, 512 bytes, goes 256 bytes past its end: it has 256 bytes
//@ finding a copy to `table`, 20 bytes, goes 4 bytes past its end: it has 16 bytes
//@ finding a copy to `d`, 400 bytes, goes 144 bytes past its end: it has 256 bytes
//@ finding a copy to `pinned` from byte 60 on, 8 bytes, goes 4 bytes past its end: it has 64 bytes
//@ finding a fill of `e`, 4 bytes, after it was freed; it was made on line 21
//@ finding a copy from `e`, 4 bytes, after it was freed; it was made on line 21
//@ finding `e` is freed a second time; it was made on line 21
#include <cstdio>
#include <cuda_runtime.h>
__constant__ int table[4];
__device__ int counters[4];
int main() {
    static int host[128];
    int *d, *e;
    char *pinned;
    cudaMalloc(&d, 256);
    cudaMalloc(&e, 64);
    cudaMallocHost(&pinned, 64);
    printf("%d", cudaMemcpy(d, host, 260, cudaMemcpyHostToDevice));
    printf(" %d", cudaMemset(d + 4, 0, 256));
    printf(" %d", cudaMemset(d - 2, 0, 8));
    printf(" %d", cudaMemcpy(host, d, 512, cudaMemcpyDeviceToHost));
    printf(" %d", cudaMemcpyToSymbol(table, host, 20));
    printf(" %d", cudaMemcpyAsync(d, host, 400, cudaMemcpyHostToDevice, 0));
    printf(" %d", cudaMemcpy(pinned + 60, d, 8, cudaMemcpyDeviceToHost));
    cudaFree(e);
    printf(" %d", cudaMemset(e, 0, 4));
    printf(" %d", cudaMemcpy(host, e, 4, cudaMemcpyDeviceToHost));
    printf(" %d\n", cudaFree(e));
    // All of an allocation, its last byte, nothing at its end, and an array of another size on the host.
    printf("%d", cudaMemcpy(d, host, 256, cudaMemcpyHostToDevice));
    printf(" %d", cudaMemset((char *)d + 255, 0, 1));
    printf(" %d", cudaMemset(d + 64, 0, 0));
    printf(" %d\n", cudaMemcpyFromSymbol(host, counters, 16));
    cudaFree(d);
    cudaFreeHost(pinned);
}
/* expect
1 1 1 1 1 1 1 1 1 1
0 0 0 0
*/
