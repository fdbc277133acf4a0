// Times of the rope lab's reference solutions with cold caches: 512 tokens, 32 heads, d = 128, blocks of 256.
// Under Nsight Compute (argument `ncu`) each is launched 24 times and counters.py reads its times; alone, events
// time it behind a write of 256 MiB that empties L2, and an empty kernel says what the events themselves need.
#include "figure.h"
#include "kernels/rope.cu"
#include <cstring>

// Version 3, but `EACH` heads a thread: sines a few times more often, warps by as much.
template <int EACH>
__global__ void rope_v3_heads(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int quads = dim / 4, groups = heads / EACH;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * groups * quads) {
        return;
    }
    int q = i % quads;
    int g = i / quads % groups;
    int t = i / quads / groups;
    float s0, c0, s1, c1;
    sincosf(pos[t] * inv_freq[2 * q], &s0, &c0);
    sincosf(pos[t] * inv_freq[2 * q + 1], &s1, &c1);
    float4* quad = reinterpret_cast<float4*>(x) + (t * heads + g * EACH) * quads + q;
    for (int h = 0; h < EACH; h++) {
        float4 v = quad[h * quads];
        float4 turned;
        turned.x = v.x * c0 - v.y * s0;
        turned.y = v.x * s0 + v.y * c0;
        turned.z = v.z * c1 - v.w * s1;
        turned.w = v.z * s1 + v.w * c1;
        quad[h * quads] = turned;
    }
}

__global__ void empty(float*, const int*, const float*, int, int, int) {}

int main(int count, char** args) {
    const int tokens = 512, heads = 32, dim = 128, n = tokens * heads * dim, runs = 24;
    bool profiled = count > 1 && !strcmp(args[1], "ncu");
    std::vector<float> x(n), freq(dim / 2);
    std::vector<int> pos(tokens);
    for (int i = 0; i < n; i++) {
        x[i] = (i * 7919 % 2001 - 1000) / 1000.0f;
    }
    for (int i = 0; i < tokens; i++) {
        pos[i] = i;
    }
    for (int j = 0; j < dim / 2; j++) {
        freq[j] = pow(10000.0, -2.0 * j / dim);
    }
    float *dx, *df, *flush;
    int* dp;
    CHECK(cudaMalloc(&dx, n * sizeof(float)));
    CHECK(cudaMalloc(&df, dim / 2 * sizeof(float)));
    CHECK(cudaMalloc(&dp, tokens * sizeof(int)));
    CHECK(cudaMalloc(&flush, 256 << 20));
    CHECK(cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(df, freq.data(), dim / 2 * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dp, pos.data(), tokens * sizeof(int), cudaMemcpyHostToDevice));
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));

    auto time = [&](const char* name, auto kernel, int threads) {
        std::vector<double> samples;
        for (int run = profiled ? 0 : -3; run < runs; run++) {
            if (!profiled) {
                CHECK(cudaMemsetAsync(flush, run, 256 << 20));
                CHECK(cudaEventRecord(start));
            }
            kernel<<<(threads + 255) / 256, 256>>>(dx, dp, df, tokens, heads, dim);
            CHECK(cudaGetLastError());
            CHECK(cudaEventRecord(end));
            CHECK(cudaEventSynchronize(end));
            float ms;
            if (!profiled) {
                CHECK(cudaEventElapsedTime(&ms, start, end));
                if (run >= 0) {
                    samples.push_back(1000 * ms);
                }
            }
        }
        if (!profiled) {
            figure(std::string("rope by events: ") + name, "us", samples);
        }
    };
    if (!profiled) {
        time("an empty kernel", empty, 256);
    }
    time("rope_v0", rope_v0, tokens);
    time("rope_v1", rope_v1, n / 2);
    time("rope_v2", rope_v2, n / 2);
    time("rope_v3", rope_v3, tokens * dim / 4);
    time("rope_v3_heads", rope_v3_heads<4>, tokens * dim / 4 * heads / 4);
    time("rope_half", rope_half, n / 2);
}
