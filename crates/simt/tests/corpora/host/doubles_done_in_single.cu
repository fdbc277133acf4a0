// One operation in double precision on what are floats, taken for a float, has the bits of the same in single precision, and of double rounded.
#include <cmath>
#include <cstdio>
#include <cstring>

__host__ __device__ __noinline__ double wide(float x) { return x; }
__host__ __device__ unsigned bits(float x) {
    unsigned u;
    memcpy(&u, &x, 4);
    return u;
}
// How many of the ways to write it differ from double precision that is rounded later.
__host__ __device__ int differ(float x, float y) {
    double a = wide(x), b = wide(y);
    double sum = a + b, less = a - b, product = a * b, quotient = a / b, third = a / wide(3.0f), half = a * wide(0.5f), more = wide(1.0f) - a;
    float z = x;
    z *= 1.5;
    double scaled = a * wide(1.5f);
    int n = 0;
    auto other = [&](float single, double twice) { n += bits(single) != bits((float)twice) && !(isnan(single) && isnan(twice)); };
    other((double)x + (double)y, sum);
    other((double)x - (double)y, less);
    other((double)x * (double)y, product);
    other((double)x / (double)y, quotient);
    other(x / 3.0, third);
    other(x * 0.5, half);
    other(1.0 - x, more);
    other(z, scaled);
    n += (x > 0.25) != (a > wide(0.25f));
    n += bits(y > 0 ? x : 2.0) != bits(y > 0 ? x : 2.0f);
    return n;
}
__host__ __device__ float drawn(unsigned long long &state) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    unsigned u = (unsigned)(state >> 33) ^ (unsigned)(state >> 20);
    float x;
    memcpy(&x, &u, 4);
    return x;
}
__host__ __device__ int many(unsigned long long seed, int n) {
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        float x = drawn(seed), y = drawn(seed);
        wrong += differ(x, y) + differ(x, x * 0.9999f) + differ(x * 1e-30f, y * 1e-12f) + differ(x * 1e-20f, 1e20f);
    }
    return wrong;
}
__global__ void k(int *wrong) { wrong[threadIdx.x] = many(threadIdx.x + 1, 200); }

int main() {
    int *wrong, all = 0;
    cudaMallocManaged(&wrong, 64 * sizeof(int));
    k<<<1, 64>>>(wrong);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++) all += wrong[i];
    printf("%d %d\n", all, many(99, 2000));
    float tiny = 1e-45f, large = 3e38f;
    printf("%g %g %g %g\n", (float)(tiny * 0.5), (float)(tiny * 1.5), (float)(large * 2.0), (float)(0.1f + 0.2));
}
/* expect
0 0
0 2.8026e-45 inf 0.3
*/
