// Two streams count into the same bins by atomics, and read the same input.
#include <cstdio>
__global__ void count(const unsigned char *text, int from, int to, unsigned *bins) {
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to) atomicAdd(&bins[text[i] % 8], 1u);
}
int main() {
    unsigned char text[512], *d_text;
    unsigned bins[8], *d_bins;
    cudaStream_t a, b;
    for (int i = 0; i < 512; i++) text[i] = i * 7;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMalloc(&d_text, 512);
    cudaMalloc(&d_bins, sizeof(bins));
    cudaMemset(d_bins, 0, sizeof(bins));
    cudaMemcpy(d_text, text, 512, cudaMemcpyHostToDevice);
    count<<<2, 128, 0, a>>>(d_text, 0, 256, d_bins);
    count<<<2, 128, 0, b>>>(d_text, 256, 512, d_bins);
    cudaStreamSynchronize(a);
    cudaStreamSynchronize(b);
    cudaMemcpy(bins, d_bins, sizeof(bins), cudaMemcpyDeviceToHost);
    printf("%u %u\n", bins[0], bins[5]);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(d_text);
    cudaFree(d_bins);
}
