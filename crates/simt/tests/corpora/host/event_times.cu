// What events measure follows from what a launch does: bytes at no more than the device's bandwidth, strides and single threads slower.
#include <cstdio>

__global__ void add(const float *a, const float *b, float *c, int n, int step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        long long at = (long long)i * step % n;
        c[at] = a[at] + b[at];
    }
}

__global__ void alone(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}

template <class F> float milliseconds(F launch) {
    cudaEvent_t from, to;
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaEventRecord(from);
    launch();
    cudaEventRecord(to);
    cudaEventSynchronize(to);
    float took = 0;
    cudaEventElapsedTime(&took, from, to);
    cudaEventDestroy(from);
    cudaEventDestroy(to);
    return took;
}

int main() {
    const int n = 1 << 20;
    float *a, *b, *c;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&c, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    cudaMemset(b, 0, n * sizeof(float));
    auto run = [&](int step) { add<<<n / 256, 256>>>(a, b, c, n, step); };
    float first = milliseconds([&] { run(1); }), again = milliseconds([&] { run(1); });
    float strided = milliseconds([&] { run(33); });
    float single = milliseconds([&] { alone<<<1, 1>>>(a, b, c, 1 << 14); });
    float whole = milliseconds([&] { alone<<<1, 1>>>(a, b, c, 1 << 16); });
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    int clock = 0;
    cudaDeviceGetAttribute(&clock, cudaDevAttrMemoryClockRate, 0);
    double peak = 2.0 * clock * device.memoryBusWidth / 8 / 1e6, reached = 12.0 * n / first / 1e6;
    printf("same %d, near the peak %d, strided slower %d\n", first == again, reached > peak / 2 && reached < peak, strided > 1.5f * first);
    float *host;
    cudaMallocHost(&host, n * sizeof(float));
    float within = milliseconds([&] { cudaMemcpy(c, a, n * sizeof(float), cudaMemcpyDeviceToDevice); });
    float up = milliseconds([&] { cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice); });
    double copied = 8.0 * n / within / 1e6;
    printf("a copy within: near the peak %d, over the link slower %d\n", copied > peak / 2 && copied < peak, up > 10 * within);
    cudaFreeHost(host);
    printf("one thread slower %d, four times as much %d\n", single > first, whole > 3 * single);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
/* expect
same 1, near the peak 1, strided slower 1
a copy within: near the peak 1, over the link slower 1
one thread slower 1, four times as much 1
*/
