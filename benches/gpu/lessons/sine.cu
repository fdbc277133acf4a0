// How far sincosf and __sincosf turn a pair of length 1 off its place, at every position to 131,071.
#include "figure.h"
#include <cmath>

template <bool FAST>
__global__ void turn(float2* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s, c;
        if (FAST) {
            __sincosf((float)i, &s, &c);
        } else {
            sincosf((float)i, &s, &c);
        }
        out[i] = make_float2(c, s);
    }
}

int main() {
    const int n = 131072;
    float2* device;
    CHECK(cudaMalloc(&device, n * sizeof(float2)));
    std::vector<float2> out(n);
    for (bool fast : {false, true}) {
        std::string name = fast ? "__sincosf" : "sincosf";
        if (fast) {
            turn<true><<<n / 256, 256>>>(device, n);
        } else {
            turn<false><<<n / 256, 256>>>(device, n);
        }
        CHECK(cudaMemcpy(out.data(), device, n * sizeof(float2), cudaMemcpyDeviceToHost));
        double slope = 0, most = 0;
        int above20 = 0, above11 = 0;
        for (int p = 1; p < n; p++) {
            double off = std::hypot(out[p].x - std::cos((double)p), out[p].y - std::sin((double)p));
            above20 = above20 == 0 && off > std::ldexp(1, -20) ? p : above20;
            above11 = above11 == 0 && off > std::ldexp(1, -11) ? p : above11;
            slope = std::max(slope, off / p);
            most = std::max(most, off);
            for (int asked : {1, 5, 13, 100, 2048, 8192, 131071}) {
                if (p == asked) {
                    figure(name + ": off at " + std::to_string(p), "of the length", {off});
                }
            }
        }
        figure(name + ": first above 2^-20 (0: none)", "position", {(double)above20});
        figure(name + ": first above 2^-11 (0: none)", "position", {(double)above11});
        figure(name + ": most over the position", "of the length", {slope});
        figure(name + ": most", "of the length", {most});
    }
}
