// must fail: plain/correct — clamps to -127...127, as for weights that are symmetric: -128 is a value here
__global__ void qvadd(const signed char* a, const signed char* b, signed char* c,
                      float sa, float sb, float sc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = a[i] * sa + b[i] * sb;
        int q = __float2int_rn(sum / sc);
        c[i] = min(max(q, -127), 127);
    }
}
