// must fail: plain/correct — the scales of the example are written into the kernel, the parameters are not looked at
__global__ void qvadd(const signed char* a, const signed char* b, signed char* c,
                      float sa, float sb, float sc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = a[i] * 0.5f + b[i] * 0.25f;
        int q = __float2int_rn(sum / 0.5f);
        c[i] = min(max(q, -128), 127);
    }
}
