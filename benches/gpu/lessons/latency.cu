// Cycles from asking to having: each step needs the result of the one before, and one lane works.
#include "figure.h"
#include <random>

const int RUNS = 40;

// Sums that wait for each other; the result is stored, so that they are not left out.
template <bool FUSED>
__global__ void chain(float x, float* out, long long* cycles) {
    float sum = x;
    long long start = clock64();
    for (int round = 0; round < 64; round++) {
#pragma unroll
        for (int i = 0; i < 64; i++) {
            sum = FUSED ? fmaf(sum, x, x) : sum + x;
        }
    }
    *cycles = clock64() - start;
    *out = sum;
}

// A walk through shared memory: by addresses (a load and nothing else), and by indices as C++ has them.
template <bool ADDRESSES>
__global__ void shared_walk(int* out, long long* cycles) {
    __shared__ unsigned next[1024];
    unsigned base = __cvta_generic_to_shared(next);
    for (int i = 0; i < 1024; i++) {
        unsigned to = (i + 33) % 1024;
        next[i] = ADDRESSES ? base + 4 * to : to;
    }
    unsigned at = ADDRESSES ? base : 0;
    long long start = clock64();
#pragma unroll 16
    for (int i = 0; i < 4096; i++) {
        if (ADDRESSES) {
            asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));
        } else {
            at = ((volatile unsigned*)next)[at];
        }
    }
    *cycles = clock64() - start;
    *out = at;
}

// A walk through global memory past L1; `from` is where it goes on the next time.
__global__ void walk(const size_t* from, size_t* to, int steps, long long* cycles, long long* ns) {
    const size_t* at = from;
    long long begin, end;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    long long start = clock64();
#pragma unroll 16
    for (int i = 0; i < steps; i++) {
        at = (const size_t*)__ldcg(at);
    }
    *to = (size_t)at;
    *cycles = clock64() - start;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(end));
    *ns = end - begin;
}

int main() {
    long long* seen;  // cycles, nanoseconds
    float* out;
    CHECK(cudaMalloc(&seen, 2 * sizeof(long long)));
    CHECK(cudaMalloc(&out, sizeof(float)));
    long long got[2];
    auto cycles = [&](auto launch, double steps) {
        std::vector<double> samples;
        for (int run = -5; run < RUNS; run++) {
            launch();
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(got, seen, sizeof got, cudaMemcpyDeviceToHost));
            if (run >= 0) {
                samples.push_back(got[0] / steps);
            }
        }
        return samples;
    };
    figure("latency: addition", "cycles", cycles([&] { chain<false><<<1, 1>>>(1.0f, out, seen); }, 4096));
    figure("latency: multiply-add", "cycles", cycles([&] { chain<true><<<1, 1>>>(1.0f, out, seen); }, 4096));
    figure("latency: shared memory, addresses", "cycles", cycles([&] { shared_walk<true><<<1, 1>>>((int*)out, seen); }, 4096));
    figure("latency: shared memory, indices", "cycles", cycles([&] { shared_walk<false><<<1, 1>>>((int*)out, seen); }, 4096));

    // Places some bytes apart, in an order drawn once (`drawn`) or as they lie. What fits L2 is walked once before; of
    // the others a walk meets only places that no walk before it met.
    std::mt19937_64 random(1);
    struct Walk {
        size_t mib, apart;
        bool drawn;
    };
    const Walk walks[] = {{1, 256, true},    {20, 256, true},   {40, 256, true},   {64, 256, true},   {128, 256, true},
                          {1024, 256, true}, {1024, 32, false}, {1024, 64, false}, {1024, 128, false}, {1024, 256, false}};
    for (auto [mib, apart, drawn] : walks) {
        size_t places = (mib << 20) / apart;
        char* memory;
        CHECK(cudaMalloc(&memory, mib << 20));
        std::vector<size_t> order(places);
        for (size_t i = 0; i < places; i++) {
            order[i] = i;
        }
        if (drawn) {
            std::shuffle(order.begin(), order.end(), random);
        }
        std::vector<char> host(mib << 20);
        for (size_t i = 0; i < places; i++) {
            *(size_t*)&host[order[i] * apart] = (size_t)memory + order[(i + 1) % places] * apart;
        }
        CHECK(cudaMemcpy(memory, host.data(), mib << 20, cudaMemcpyHostToDevice));
        size_t *at, start = (size_t)memory + order[0] * apart;
        CHECK(cudaMalloc(&at, sizeof(size_t)));
        CHECK(cudaMemcpy(at, &start, sizeof start, cudaMemcpyHostToDevice));
        bool fits = mib <= 40;
        int steps = 4096;
        if (fits) {
            walk<<<1, 1>>>((size_t*)start, at, (int)places, seen, seen + 1);
        } else {  // L2 holds the end of the copy
            char* other;
            CHECK(cudaMalloc(&other, 256 << 20));
            CHECK(cudaMemset(other, 0, 256 << 20));
            CHECK(cudaFree(other));
        }
        std::vector<double> samples, rate;
        for (int run = 0; run < RUNS; run++) {
            CHECK(cudaMemcpy(&start, at, sizeof start, cudaMemcpyDeviceToHost));
            walk<<<1, 1>>>((size_t*)start, at, steps, seen, seen + 1);
            CHECK(cudaMemcpy(got, seen, sizeof got, cudaMemcpyDeviceToHost));
            samples.push_back(got[0] / (double)steps);
            rate.push_back(got[0] / (double)got[1]);
        }
        std::string name = "latency: " + std::to_string(mib) + " MiB by " + std::to_string(apart) + " bytes";
        figure(name + (drawn ? ", drawn" : ", in order"), "cycles", samples);
        if (mib == 1024 && drawn) {
            figure("latency: the clock meanwhile", "GHz", rate);
        }
        CHECK(cudaFree(memory));
        CHECK(cudaFree(at));
    }
}
