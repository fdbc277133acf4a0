// What device memory gives by warps on each multiprocessor, one load under way in each lane: 1 GiB read once.
#include "figure.h"

// Not unrolled, so that a lane has one load under way; `volatile` keeps the compiler from asking ahead.
__global__ void read1(const float* x, float* out, int n) {
    float sum = 0;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        sum += *(const volatile float*)(x + i);
    }
    if (sum == 3) {
        *out = sum;
    }
}

__global__ void read4(const float4* x, float* out, int n) {
    float sum = 0;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float4 v = x[i];
        sum += v.x + v.y + v.z + v.w;
    }
    if (sum == 3) {
        *out = sum;
    }
}

int main() {
    const int n = 1 << 28, runs = 24;
    int sms;
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    float *x, *out;
    CHECK(cudaMalloc(&x, n * sizeof(float)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    CHECK(cudaMemset(x, 1, n * sizeof(float)));
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    for (int wide : {1, 4}) {
        for (int warps : {4, 8, 13, 16, 32, 48, 64}) {
            int each = warps > 32 ? 2 : 1;  // blocks on a multiprocessor
            std::vector<double> samples, share;
            for (int run = -2; run < runs; run++) {
                CHECK(cudaEventRecord(start));
                if (wide == 1) {
                    read1<<<sms * each, 32 * warps / each>>>(x, out, n);
                } else {
                    read4<<<sms * each, 32 * warps / each>>>((const float4*)x, out, n / 4);
                }
                CHECK(cudaEventRecord(end));
                CHECK(cudaEventSynchronize(end));
                float ms;
                CHECK(cudaEventElapsedTime(&ms, start, end));
                if (run >= 0) {
                    samples.push_back(n * 4.0 / ms / 1e6);
                    share.push_back(samples.back() / 33.50);  // of the sheet's 3,350 GB/s
                }
            }
            std::string name = "bandwidth: float" + std::string(wide == 4 ? "4, " : ", ") + std::to_string(warps) + " warps";
            figure(name, "GB/s", samples);
            figure(name, "% of 3350", share);
        }
    }
}
