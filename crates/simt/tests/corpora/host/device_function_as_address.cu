// A device function has an address in host code too, as far as it is none of a kernel: a launch of it fails.
#include <cstdio>

__device__ void step(int &x) { x++; }
__global__ void kernel(int *p) { step(*p); }

int main() {
    int *p;
    cudaMallocManaged(&p, sizeof(int));
    *p = 1;
    void *args[] = {&p};
    cudaError_t none = cudaLaunchKernel((void *)step, dim3(1), dim3(1), args);
    printf("%s, and again: %s\n", cudaGetErrorName(none), cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaLaunchKernel((void *)kernel, dim3(1), dim3(1), args)));
    cudaDeviceSynchronize();
    printf("%d\n", *p);
    cudaFree(p);
}
/* expect
cudaErrorInvalidDeviceFunction, and again: cudaErrorInvalidDeviceFunction
cudaSuccess
2
*/
