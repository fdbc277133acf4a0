// must fail: plain/correct — roundf takes a half away from zero: seen only where the scales are powers of two
__global__ void qvadd(const signed char* a, const signed char* b, signed char* c,
                      float sa, float sb, float sc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = a[i] * sa + b[i] * sb;
        int q = (int)roundf(sum / sc);
        c[i] = min(max(q, -128), 127);
    }
}
