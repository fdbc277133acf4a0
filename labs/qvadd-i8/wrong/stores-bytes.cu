// must fail: char4/requests-c — reads words, but hands the sums over in shared memory and stores them byte by byte: right, and four times the requests
__device__ signed char quantised(float sum, float sc, int zc) {
    int q = __float2int_rn(sum / sc) + zc;
    return min(max(q, -128), 127);
}

__global__ void qvadd_char4(const signed char* a, const signed char* b, signed char* c,
                            float sa, float sb, float sc, int za, int zb, int zc, int n) {
    __shared__ signed char sums[1024];
    int t = threadIdx.x;
    int first = 4 * (blockIdx.x * blockDim.x + t);
    if (first + 4 <= n) {
        char4 x = *reinterpret_cast<const char4*>(a + first);
        char4 y = *reinterpret_cast<const char4*>(b + first);
        sums[4 * t] = quantised((x.x - za) * sa + (y.x - zb) * sb, sc, zc);
        sums[4 * t + 1] = quantised((x.y - za) * sa + (y.y - zb) * sb, sc, zc);
        sums[4 * t + 2] = quantised((x.z - za) * sa + (y.z - zb) * sb, sc, zc);
        sums[4 * t + 3] = quantised((x.w - za) * sa + (y.w - zb) * sb, sc, zc);
    } else {
        for (int i = first; i < n; i++) {
            sums[4 * t + i - first] = quantised((a[i] - za) * sa + (b[i] - zb) * sb, sc, zc);
        }
    }
    __syncthreads();
    for (int k = t; k < 4 * blockDim.x; k += blockDim.x) {
        int i = 4 * blockIdx.x * blockDim.x + k;
        if (i < n) {
            c[i] = sums[k];
        }
    }
}
