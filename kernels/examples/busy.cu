// What GPU-Util counts, and what it does not. One thread works while a whole device looks busy.
//   course run kernels/examples/busy.cu
//   course profile kernels/examples/busy.cu --device h100     see `active lanes` and `waves`
//
// The two ranges are for a GPU's timeline: nvcc kernels/examples/busy.cu -o busy, then nsys profile --trace=cuda,nvtx ./busy
#include <algorithm>
#include <cstdio>
#include <nvtx3/nvToolsExt.h>
#include <vector>

//@anchor lonely
// One thread of one block. On a GPU, with enough steps, a monitor reads 100 %.
__global__ void lonely(unsigned* out, int steps) {
    unsigned noise = 1;
    for (int i = 0; i < steps; i++) noise = noise * 1664525u + 1013904223u;
    *out = noise;
}
//@endanchor lonely

//@anchor util
// A kernel on a trace: from, to (in microseconds), and how many multiprocessors it uses.
struct Span {
    float from, to, sms;
};

// The share of a period in which at least one kernel runs: overlaps count once.
float any_kernel(std::vector<Span> trace, float period) {
    std::sort(trace.begin(), trace.end(), [](const Span& a, const Span& b) { return a.from < b.from; });
    float busy = 0.0f, until = 0.0f;
    for (const Span& s : trace) {
        busy += std::max(0.0f, s.to - std::max(s.from, until));
        until = std::max(until, s.to);
    }
    return busy / period;
}

// The share of all multiprocessors' time that is used.
float all_sms(const std::vector<Span>& trace, float period, float sms) {
    float used = 0.0f;
    for (const Span& s : trace) used += (s.to - s.from) * s.sms;
    return used / (period * sms);
}
//@endanchor util

int main() {
    unsigned* d;
    cudaMalloc(&d, sizeof(unsigned));
    //@anchor ranges
    nvtxRangePushA("one thread");
    lonely<<<1, 1>>>(d, 1000);
    nvtxRangePop();
    nvtxRangePushA("copy back");
    unsigned out;
    cudaMemcpy(&out, d, sizeof(unsigned), cudaMemcpyDeviceToHost);
    nvtxRangePop();
    //@endanchor ranges
    printf("the thread ends with %u\n", out);

    std::vector<Span> trace = {{0, 180, 8}, {200, 430, 40}, {400, 610, 40}, {700, 1000, 84}};
    printf("any kernel: %.1f %%\n", 100 * any_kernel(trace, 1000));
    printf("all multiprocessors: %.1f %%\n", 100 * all_sms(trace, 1000, 84));
    std::vector<Span> alone = {{0, 1000, 1}};
    printf("one endless block: %.1f %% and %.1f %%\n", 100 * any_kernel(alone, 1000), 100 * all_sms(alone, 1000, 84));
    cudaFree(d);
    return 0;
}

//$ run
//> the thread ends with 645503657
//> any kernel: 89.0 %
//> all multiprocessors: 52.7 %
//> one endless block: 100.0 % and 1.2 %
//$ profile --device h100
//~ active lanes 3.1 %
//~ waves 2.37e-4
