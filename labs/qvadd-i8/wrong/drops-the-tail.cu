// must fail: char4/correct — n / 4 whole groups and nothing else: right as long as n is a multiple of 4
__device__ signed char quantised(float sum, float sc, int zc) {
    int q = __float2int_rn(sum / sc) + zc;
    return min(max(q, -128), 127);
}

__global__ void qvadd_char4(const signed char* a, const signed char* b, signed char* c,
                            float sa, float sb, float sc, int za, int zb, int zc, int n) {
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (first + 4 <= n) {
        char4 x = *reinterpret_cast<const char4*>(a + first);
        char4 y = *reinterpret_cast<const char4*>(b + first);
        char4 sum;
        sum.x = quantised((x.x - za) * sa + (y.x - zb) * sb, sc, zc);
        sum.y = quantised((x.y - za) * sa + (y.y - zb) * sb, sc, zc);
        sum.z = quantised((x.z - za) * sa + (y.z - zb) * sb, sc, zc);
        sum.w = quantised((x.w - za) * sa + (y.w - zb) * sb, sc, zc);
        *reinterpret_cast<char4*>(c + first) = sum;
    }
}
