// Thousands of launches in one stream with managed memory, and one wait at the end.
#include <cstdio>
__global__ void step(int *v, int n, int by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += by;
}
int main() {
    const int n = 500;
    int *v;
    cudaMallocManaged(&v, n * sizeof(int));
    for (int i = 0; i < n; i++) v[i] = 0;
    for (int k = 0; k < 2000; k++) step<<<2, 256>>>(v, n - k % 3, k % 5);
    cudaDeviceSynchronize();
    printf("%d %d\n", v[0], v[n - 1]);
    cudaFree(v);
}
