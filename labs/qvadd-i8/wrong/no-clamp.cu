// must fail: plain/correct — a sum that does not fit keeps its low 8 bits: 190 becomes -66
__global__ void qvadd(const signed char* a, const signed char* b, signed char* c,
                      float sa, float sb, float sc, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = a[i] * sa + b[i] * sb;
        int q = __float2int_rn(sum / sc);
        c[i] = (signed char)q;
    }
}
