#include <cmath>
__global__ void k(float* x, double* y, int n) {
    float a = sqrt(x[0]) + std::exp(x[1]) + fmaxf(x[0], 0.0f) + powf(x[0], 2.0f);
    double b = sqrt(n) + pow(x[0], 2) + fabs(y[0]) + exp(y[1]);
    float s, c;
    sincosf(a, &s, &c);
    x[0] = a + (float)b + s * c + min(a, 1.0f) + abs(a) + std::max(a, 2.0f) + __expf(a) + rsqrtf(a);
    x[1] = isnan(a) ? 1.0f : INFINITY;
    y[0] = max(x[0], y[1]) + fma(y[0], y[1], 1.0);
    int i = max(n, 3) + abs(n) + __popc(n) + __float2int_rn(a);
    unsigned u = min(3u, i) + __clz(i) + __umulhi(7u, 9u);
    size_t w = max((size_t)u, (size_t)n);
    x[2] = u + w + __ldg(&x[3]) + __ldg(x + 4);
}
