// As NVIDIA's simpleZeroCopy: kernels on pinned and on registered memory, then a wait, then the host looks.
#include <cstdio>
#include <cstdlib>
__global__ void add(float *a, float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
int main() {
    const int n = 1000, bytes = n * sizeof(float);
    float *a, *b, *c, *da, *db, *dc;
    bool pinned = true;
    for (int round = 0; round < 2; round++, pinned = false) {
        if (pinned) {
            cudaHostAlloc((void **)&a, bytes, cudaHostAllocMapped);
            cudaHostAlloc((void **)&b, bytes, cudaHostAllocMapped);
            cudaHostAlloc((void **)&c, bytes, cudaHostAllocMapped);
        } else {
            a = (float *)malloc(bytes);
            b = (float *)malloc(bytes);
            c = (float *)malloc(bytes);
            cudaHostRegister(a, bytes, cudaHostRegisterMapped);
            cudaHostRegister(b, bytes, cudaHostRegisterMapped);
            cudaHostRegister(c, bytes, cudaHostRegisterMapped);
        }
        for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i;
        cudaHostGetDevicePointer((void **)&da, a, 0);
        cudaHostGetDevicePointer((void **)&db, b, 0);
        cudaHostGetDevicePointer((void **)&dc, c, 0);
        add<<<4, 256>>>(da, db, dc, n);
        float sum = 0;
        for (int i = 0; i < n; i++) sum += a[i];
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) sum += c[i];
        printf("%g\n", sum);
        if (pinned) {
            cudaFreeHost(a); cudaFreeHost(b); cudaFreeHost(c);
        } else {
            cudaHostUnregister(a); cudaHostUnregister(b); cudaHostUnregister(c);
            free(a); free(b); free(c);
        }
    }
}
