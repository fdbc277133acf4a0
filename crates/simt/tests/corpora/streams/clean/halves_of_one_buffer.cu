// One pinned and one device buffer, cut into parts of which each stream has its own; the host fills the next part meanwhile.
#include <cstdio>
__global__ void square(float *v, int from, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[from + i] *= v[from + i];
}
int main() {
    const int n = 1000, parts = 4, part = n / parts;
    float *h, *d;
    cudaStream_t s[parts];
    cudaMallocHost(&h, n * sizeof(float));
    cudaMalloc(&d, n * sizeof(float));
    for (int p = 0; p < parts; p++) cudaStreamCreate(&s[p]);
    for (int p = 0; p < parts; p++) {
        for (int i = p * part; i < (p + 1) * part; i++) h[i] = i;
        cudaMemcpyAsync(d + p * part, h + p * part, part * sizeof(float), cudaMemcpyHostToDevice, s[p]);
        square<<<2, 128, 0, s[p]>>>(d, p * part, part);
        cudaMemcpyAsync(h + p * part, d + p * part, part * sizeof(float), cudaMemcpyDeviceToHost, s[p]);
    }
    double sum = 0;
    for (int p = 0; p < parts; p++) {
        cudaStreamSynchronize(s[p]);
        for (int i = p * part; i < (p + 1) * part; i++) sum += h[i];
    }
    printf("%g\n", sum);
    for (int p = 0; p < parts; p++) cudaStreamDestroy(s[p]);
    cudaFree(d);
    cudaFreeHost(h);
}
