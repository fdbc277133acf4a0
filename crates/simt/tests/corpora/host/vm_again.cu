// Launches that repeat: what would change nothing need not run, and what would does.
#include <cstdio>
#include <cuda_runtime.h>
__constant__ int bias;
__global__ void twice(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i] + bias;
}
__global__ void inc(int *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i]++;
}
__global__ void count(int *x) { atomicAdd(x, 1); }
__global__ void clear(int *x) { x[threadIdx.x] = 0; }
int main() {
    const int n = 64;
    int *in, *out, *m, h[n], one = 1;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMallocManaged(&m, n * sizeof(int));
    for (int i = 0; i < n; i++) h[i] = m[i] = i;
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    for (int i = 0; i < 100; i++) twice<<<2, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[9]);
    inc<<<2, 32>>>(in, n);
    inc<<<2, 32>>>(in, n);
    twice<<<2, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[9]);
    cudaMemcpyToSymbol(bias, &one, sizeof one);
    twice<<<2, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[9]);
    twice<<<2, 32>>>(m, out, n);
    cudaDeviceSynchronize();
    m[9] = 100;
    twice<<<2, 32>>>(m, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[9]);
    clear<<<1, 32>>>(out);
    twice<<<2, 32>>>(m, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[9]);
    cudaMemset(out, 0, n * sizeof(int));
    for (int i = 0; i < 10; i++) count<<<2, 32>>>(out);
    for (int i = 0; i < 10; i++) clear<<<1, 32>>>(out + 32);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[40]);
    cudaFree(in);
    cudaMalloc(&in, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    twice<<<2, 32>>>(in, out, n);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[9]);
}
/* expect
18
22
23
201
201
640 0
1
*/
