#include <cuda_runtime.h>
__device__ int lock;
__device__ float table[4];
__constant__ int limits[2];
__device__ const int fixed = 3;
__managed__ int shared_by_both;
__global__ void k(int *p, float *q) { *p = q[0] + table[1] + limits[0] + lock; }
__host__ __device__ int *of(int &x) { return &x; }
int main() {
    cudaMemset(&lock, 0, sizeof(int)); //~ warning: the address of `lock` in host code is that of the host's own copy
    k<<<1, 1>>>(&shared_by_both, table); //~ warning: the address of `table` in host code is that of the host's own copy
    int *p;
    cudaGetSymbolAddress((void **)&p, lock);
    float values[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(table, values, sizeof(table));
    cudaMemcpyToSymbol(limits, values, 4, 4);
    cudaMemcpyFromSymbol(values, table, sizeof(values));
    size_t bytes;
    cudaGetSymbolSize(&bytes, table);
    int *const q = of(*p);
    return sizeof(*&lock) + (q == p);
}
// A function that takes a symbol's address to hand it on, and one that takes an array of the device's for one of the host's.
void upload(const void *symbol, const void *from, size_t bytes) { cudaMemcpyToSymbol(symbol, from, bytes); }
float first(const float *x) { return x[0]; }
__constant__ float taps[4];
void wrapped() {
    float h[4] = {1, 2, 3, 4};
    upload(taps, h, sizeof h);
    upload(&lock, h, sizeof lock);
    h[0] = first(taps); //~ warning: the address of `taps` in host code is that of the host's own copy
}
