// One stream makes, two others use, a fourth joins them: events all the way.
#include <cstdio>
__global__ void make(int *v) { v[threadIdx.x] = threadIdx.x; }
__global__ void plus(const int *in, int *out, int by) { out[threadIdx.x] = in[threadIdx.x] + by; }
__global__ void sum(const int *a, const int *b, int *out) { out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
int main() {
    int *v, *a, *b, *out, host[64];
    cudaStream_t s[4];
    cudaEvent_t made, done[2];
    for (int i = 0; i < 4; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreate(&made);
    cudaEventCreate(&done[0]);
    cudaEventCreate(&done[1]);
    cudaMalloc(&v, 256); cudaMalloc(&a, 256); cudaMalloc(&b, 256); cudaMalloc(&out, 256);
    for (int round = 0; round < 3; round++) {
        make<<<1, 64, 0, s[0]>>>(v);
        cudaEventRecord(made, s[0]);
        cudaStreamWaitEvent(s[1], made, 0);
        cudaStreamWaitEvent(s[2], made, 0);
        plus<<<1, 64, 0, s[1]>>>(v, a, 1);
        plus<<<1, 64, 0, s[2]>>>(v, b, 2);
        cudaEventRecord(done[0], s[1]);
        cudaEventRecord(done[1], s[2]);
        cudaStreamWaitEvent(s[3], done[0], 0);
        cudaStreamWaitEvent(s[3], done[1], 0);
        sum<<<1, 64, 0, s[3]>>>(a, b, out);
        cudaEventRecord(made, s[3]);
        cudaStreamWaitEvent(s[0], made, 0);
    }
    cudaStreamSynchronize(s[3]);
    cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", host[10]);
    for (int i = 0; i < 4; i++) cudaStreamDestroy(s[i]);
    cudaEventDestroy(made); cudaEventDestroy(done[0]); cudaEventDestroy(done[1]);
    cudaFree(v); cudaFree(a); cudaFree(b); cudaFree(out);
}
