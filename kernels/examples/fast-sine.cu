// Lesson 10: how far __sinf is from the sine of the same float, at positions near and far.
//
// `course run kernels/examples/fast-sine.cu`

#include <cmath>
#include <cstdio>

//@anchor fast-sine
__global__ void sines(const float* angle, float* exact, float* fast, int n) {
    int i = threadIdx.x;
    if (i < n) {
        float s, c;
        sincosf(angle[i], &s, &c);    // sine and cosine together, any angle
        exact[i] = s;
        fast[i] = __sinf(angle[i]);   // the special-function unit
    }
}
//@endanchor fast-sine

int main() {
    const int n = 5;
    const float positions[n] = {1, 5, 2048, 8192, 131071};
    float *angle, *exact, *fast;
    cudaMallocManaged(&angle, n * sizeof(float));
    cudaMallocManaged(&exact, n * sizeof(float));
    cudaMallocManaged(&fast, n * sizeof(float));
    for (int i = 0; i < n; i++) {
        angle[i] = positions[i];
    }
    sines<<<1, 32>>>(angle, exact, fast, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        double want = std::sin((double)angle[i]);
        printf("%6.0f: sincosf off by %.1e, __sinf by %.1e\n", angle[i], std::fabs(exact[i] - want), std::fabs(fast[i] - want));
    }
    cudaFree(angle);
    cudaFree(exact);
    cudaFree(fast);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//>      1: sincosf off by 2.8e-08, __sinf by 3.2e-08
//>      5: sincosf off by 1.9e-08, __sinf by 1.9e-08
//>   2048: sincosf off by 7.4e-09, __sinf by 7.8e-05
//>   8192: sincosf off by 2.9e-08, __sinf by 9.7e-05
//> 131071: sincosf off by 1.2e-09, __sinf by 5.7e-04
