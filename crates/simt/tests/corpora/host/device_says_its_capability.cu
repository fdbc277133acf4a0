// Device code is compiled for the capability that the device says it has. The name that CUDA 12 has behind `cudaGetDeviceProperties` is there too.
#include <cstdio>

__global__ void kernel(int *out) {
#ifdef __CUDA_ARCH__
    *out = __CUDA_ARCH__;
#endif
}

int main() {
    cudaDeviceProp properties;
    printf("%d\n", cudaGetDeviceProperties_v2(&properties, 0));
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    kernel<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", *out, 100 * properties.major + 10 * properties.minor - *out);
    cudaFree(out);
}
/* expect
0
800 0
*/
