// What a list of measured times says: mean, median, high percentiles, with the warm-up and without.
//   course run kernels/examples/samples.cu                       200 times, made by a formula
//   course run kernels/examples/samples.cu -- 36.1 36.3 41.0     yours, in microseconds
//   course run kernels/examples/samples.cu -- sweep              a copy on so many buffers in turn that the cache cannot help
//
// On a GPU: nvcc -O3 -arch=native kernels/examples/samples.cu -o samples, then ./samples sweep times. The clock of the
// simulated machine is a model, so there `times` has nothing to tell.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

//@anchor percentile
// p of n values: sorted, the one at place ceil(p * n), counted from the smallest.
float percentile(std::vector<float> v, double p) {
    std::sort(v.begin(), v.end());
    return v[(size_t)std::ceil(p * v.size() - 1e-9) - 1];
}
//@endanchor percentile

void tell(const char* what, const std::vector<float>& v) {
    double sum = 0.0;
    for (float x : v) sum += x;
    printf("%-14s n %3zu  mean %6.2f  p50 %6.2f  p95 %6.2f  p99 %6.2f  max %6.2f\n", what, v.size(), sum / v.size(),
           percentile(v, 0.50), percentile(v, 0.95), percentile(v, 0.99), percentile(v, 1.0));
}

//@anchor made
// Times as a benchmark gives them: five slow ones while clocks and caches warm up, then 40 to 41 microseconds, and every
// sixteenth or so up to 20 more, when something else got in between.
std::vector<float> made() {
    std::vector<float> v;
    unsigned noise = 1;
    auto random = [&] {
        noise = noise * 1664525u + 1013904223u;
        return (float)(noise >> 8) / (1 << 24);
    };
    for (int i = 0; i < 200; i++) {
        float t = 40.0f + random();
        if (random() < 0.06f) t += 20.0f * random();
        if (i < 5) t += (float)(80 >> i);
        v.push_back(t);
    }
    return v;
}
//@endanchor made

__global__ void copy(const float* from, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}

//@anchor rotate
// The median of 5 rounds of `times` launches between two events, in
// microseconds a launch. Each launch takes the next pair of buffers: between
// two uses of one, all others have passed through the cache.
float median_us(const std::vector<float*>& buffers, int n, int times) {
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    std::vector<float> rounds;
    for (int round = 0; round < 6; round++) {
        cudaEventRecord(begin);
        for (int i = 0; i < times; i++) {
            size_t pair = i % (buffers.size() / 2);
            float *from = buffers[2 * pair], *to = buffers[2 * pair + 1];
            copy<<<(n + 255) / 256, 256>>>(from, to, n);
        }
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        float ms;
        cudaEventElapsedTime(&ms, begin, end);
        // Round 0 warms up, and is not kept.
        if (round > 0) rounds.push_back(1000.0f * ms / times);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return percentile(rounds, 0.5);
}
//@endanchor rotate

int sweep(bool times) {
    const int n = 1 << 20;
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    const double bytes = 8.0 * n;
    int pairs = (int)std::ceil(2.0 * device.l2CacheSize / bytes);  // together twice what the cache holds
    printf("a copy moves %.1f MB, the L2 holds %.1f MB: %d pairs of buffers in turn\n", bytes / 1e6, device.l2CacheSize / 1e6, pairs);
    std::vector<float*> buffers(2 * pairs);
    for (float*& b : buffers) {
        cudaMalloc(&b, n * sizeof(float));
        cudaMemset(b, 0, n * sizeof(float));
    }
    float us = median_us(buffers, n, times ? 200 : 20);
    if (times) printf("%.2f us a launch, %.0f GB/s\n", us, bytes / us / 1e3);
    for (float* b : buffers) cudaFree(b);
    return 0;
}

int main(int argc, char** argv) {
    if (argc > 1 && strcmp(argv[1], "sweep") == 0) return sweep(argc > 2 && strcmp(argv[2], "times") == 0);
    std::vector<float> v;
    for (int i = 1; i < argc; i++) v.push_back((float)atof(argv[i]));
    if (!v.empty()) {
        tell("yours", v);
        return 0;
    }
    v = made();
    tell("all", v);
    tell("without five", std::vector<float>(v.begin() + 5, v.end()));
    tell("the first 20", std::vector<float>(v.begin(), v.begin() + 20));
    tell("six to 25", std::vector<float>(v.begin() + 5, v.begin() + 25));
    return 0;
}

//$ run
//> all            n 200  mean  41.83  p50  40.52  p95  48.97  p99  60.05  max 120.24
//> without five   n 195  mean  41.07  p50  40.51  p95  42.09  p99  58.52  max  59.35
//> the first 20   n  20  mean  48.17  p50  40.58  p95  80.50  p99 120.24  max 120.24
//> six to 25      n  20  mean  40.49  p50  40.47  p95  40.93  p99  40.96  max  40.96
//$ run -- 36.0 36.1 36.2 36.2 36.3 36.4 36.4 36.6 36.9 37.1 52.0
//> yours          n  11  mean  37.84  p50  36.40  p95  52.00  p99  52.00  max  52.00
//$ run --device h100 -- sweep
//> a copy moves 8.4 MB, the L2 holds 52.4 MB: 13 pairs of buffers in turn
