// Errors as CUDA returns them: which, and which stay.
//@ finding a copy to `d`, 65 bytes, goes 1 byte past its end: it has 64 bytes
//@ finding `cudaMemcpyDeviceToHost` given for a copy from `h`, which is memory of the host
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *p, int n) {
    if (threadIdx.x < n) p[threadIdx.x] = 7;
}
__global__ void big() {
    extern __shared__ char room[];
    room[threadIdx.x] = 1;
}

int main() {
    int *d, *h = (int *)malloc(64);
    printf("%s\n", cudaGetErrorName(cudaMalloc(&d, 64)));
    fill<<<1, 2048>>>(d, 4);
    cudaError_t e = cudaPeekAtLastError();
    printf("%d %s: %s\n", (int)e, cudaGetErrorName(e), cudaGetErrorString(e));
    printf("%d then %d\n", (int)cudaGetLastError(), (int)cudaGetLastError());
    fill<<<0, 32>>>(d, 4);
    printf("empty grid %d\n", (int)cudaGetLastError());
    big<<<1, 32, 60000>>>();
    printf("shared %d\n", (int)cudaGetLastError());
    printf("opt in %d\n", (int)cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
    big<<<1, 32, 60000>>>();
    printf("now %d\n", (int)cudaGetLastError());
    printf("too much %d\n", (int)cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 400000));
    cudaGetLastError();
    printf("copy the wrong way %d\n", (int)cudaMemcpy(d, h, 64, cudaMemcpyDeviceToHost));
    printf("copy too much %d\n", (int)cudaMemcpy(d, h, 65, cudaMemcpyHostToDevice));
    printf("free of the host's %d\n", (int)cudaFree(h));
    printf("nor pinned %d\n", (int)cudaFreeHost(h));
    printf("no memory %d\n", (int)cudaMalloc(&d, (size_t)1 << 50));
    cudaGetLastError();
    fill<<<1, 32>>>(h, 4);
    printf("illegal %d\n", (int)cudaDeviceSynchronize());
    printf("for ever %d %d\n", (int)cudaGetLastError(), (int)cudaMemset(d, 0, 4));
    cudaDeviceReset();
    printf("reset %d\n", (int)cudaDeviceSynchronize());
    free(h);
}
//@ finding `cudaFree` of memory that the CUDA runtime did not give
//@ finding `cudaFreeHost` of memory that the CUDA runtime did not give
//@ finding through `p`, which points to host memory
/* expect
cudaSuccess
9 cudaErrorInvalidConfiguration: invalid configuration argument
0 then 9
empty grid 9
shared 1
opt in 0
now 0
too much 1
copy the wrong way 1
copy too much 1
free of the host's 1
nor pinned 1
no memory 2
illegal 700
for ever 700 700
reset 0
*/
