// must fail: plain/race-free — one thread fetches the scales for its block, and nobody waits for it: right as long as its warp is first
__global__ void qvadd(const signed char* a, const signed char* b, signed char* c,
                      float sa, float sb, float sc, int n) {
    __shared__ float scales[3];
    if (threadIdx.x == 0) {
        scales[0] = sa;
        scales[1] = sb;
        scales[2] = sc;
    }
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = a[i] * scales[0] + b[i] * scales[1];
        int q = __float2int_rn(sum / scales[2]);
        c[i] = min(max(q, -128), 127);
    }
}
