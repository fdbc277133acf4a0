// A kernel whose threads all go through a pointer of the host: a device stops it at the first, and here it is stopped after a million.
//@ finding which points to host memory
#include <cstdio>
#include <cstdlib>
__global__ void sums(float *out, const float *in, int n, int *counted) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 1000; k++) sum += in[(i + k) % n];
    out[i] = sum;
    atomicAdd(counted, 1);
}
int main() {
    int n = 1 << 24, *counted;
    float *d, *h = (float *)calloc(n, sizeof(float));
    cudaMalloc(&d, n * sizeof(float));
    cudaMallocManaged(&counted, sizeof(int));
    *counted = 0;
    sums<<<n / 256, 256>>>(d, h, n, counted); // sixteen thousand million reads
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost)));
    free(h);
}
/* expect
cudaErrorIllegalAddress
cudaErrorIllegalAddress
*/
