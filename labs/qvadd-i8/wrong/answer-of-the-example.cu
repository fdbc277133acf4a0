// must fail: zero-points/correct — it knows the answer of the example and gives it for everything
__global__ void qvadd_zero(const signed char* a, const signed char* b, signed char* c,
                           float sa, float sb, float sc, int za, int zb, int zc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    signed char answer[4] = {7, 7, 127, -128};
    if (i < n) {
        c[i] = answer[i % 4];
    }
}
