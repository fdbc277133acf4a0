// Lesson 10: how far off the fast sine and cosine turn a pair, at positions near and far.
//
// `course run kernels/examples/fast-sine.cu`

#include <cmath>
#include <cstdio>

//@anchor fast-sine
__global__ void turns(const float* angle, float2* exact, float2* fast, int n) {
    int i = threadIdx.x;
    if (i < n) {
        float s, c;
        sincosf(angle[i], &s, &c);    // sine and cosine together, any angle
        exact[i] = make_float2(c, s);
        __sincosf(angle[i], &s, &c);  // the special-function unit
        fast[i] = make_float2(c, s);
    }
}
//@endanchor fast-sine

// How far a turned pair of length 1 lands from where it belongs.
static double off(float2 v, double angle) {
    return std::hypot(v.x - std::cos(angle), v.y - std::sin(angle));
}

int main() {
    const int n = 7;
    const float positions[n] = {1, 5, 13, 100, 2048, 8192, 131071};
    float* angle;
    float2 *exact, *fast;
    cudaMallocManaged(&angle, n * sizeof(float));
    cudaMallocManaged(&exact, n * sizeof(float2));
    cudaMallocManaged(&fast, n * sizeof(float2));
    for (int i = 0; i < n; i++) {
        angle[i] = positions[i];
    }
    turns<<<1, 32>>>(angle, exact, fast, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        printf("%6.0f: sincosf off by %.1e, __sincosf by %.1e\n", angle[i], off(exact[i], angle[i]),
               off(fast[i], angle[i]));
    }
    cudaFree(angle);
    cudaFree(exact);
    cudaFree(fast);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//>      1: sincosf off by 4.1e-08, __sincosf by 4.3e-08
//>      5: sincosf off by 2.4e-08, __sincosf by 1.1e-07
//>     13: sincosf off by 2.2e-08, __sincosf by 1.2e-06
//>    100: sincosf off by 1.6e-08, __sincosf by 2.1e-06
//>   2048: sincosf off by 8.7e-09, __sincosf by 8.3e-05
//>   8192: sincosf off by 3.2e-08, __sincosf by 3.3e-04
//> 131071: sincosf off by 8.8e-09, __sincosf by 6.9e-04
