// More than 48 KiB of dynamic shared memory is to be asked for: the refusal says how.
//@ refused a block needs 65536 bytes of shared memory (0 static, 65536 dynamic), over the limit of 49152
//@ says cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)
#include <cstdio>
extern __shared__ float s[];
__global__ void k(float *o) {
    s[threadIdx.x] = 1;
    *o = s[0];
}
int main() {
    float *o;
    cudaMalloc(&o, 4);
    k<<<1, 1, 65536>>>(o);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    k<<<1, 1, 65536>>>(o);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(o);
}
/* expect
cudaErrorInvalidValue
cudaSuccess
*/
