// A kernel called through a pointer without a launch does nothing, and CUDA keeps the error for who asks.
#include <cstdio>
__global__ void permute(float *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = 1;
}
void (*chosen)(float *, int) = permute;
int main() {
    float h[4] = {0};
    chosen(h, 4);
    printf("%g %s\n", h[0], cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float *d;
    cudaMallocManaged(&d, 16);
    chosen<<<1, 4>>>(d, 4);
    cudaDeviceSynchronize();
    printf("%g\n", d[3]);
}
/* expect
0 cudaErrorMissingConfiguration
cudaSuccess
1
*/
