// Two streams on one array, the even elements and the odd ones: no byte in common. And the host reads what neither writes.
#include <cstdio>
__global__ void set(int *v, int first, int n) {
    for (int i = first + 3 * threadIdx.x; i < n; i += 3 * blockDim.x) v[i] = i;
}
int main() {
    const int n = 3000;
    int *v;
    cudaStream_t a, b;
    cudaMallocManaged(&v, n * sizeof(int));
    for (int i = 0; i < n; i++) v[i] = -i;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    set<<<1, 64, 0, a>>>(v, 0, n);
    set<<<1, 64, 0, b>>>(v, 1, n);
    long sum = 0;
    for (int i = 2; i < n; i += 3) sum += v[i], v[i] = i;
    cudaStreamSynchronize(a);
    for (int i = 0; i < n; i += 3) sum += v[i];
    cudaStreamSynchronize(b);
    for (int i = 1; i < n; i += 3) sum += v[i];
    printf("%ld\n", sum);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(v);
}
