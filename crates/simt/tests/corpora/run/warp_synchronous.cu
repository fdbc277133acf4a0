// The classic volatile reduction without barriers inside a warp: right in lockstep.
// buffer: in i32[64] = i
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(in, out)
// expect: out = 2016
__global__ void k(const int* in, int* out) {
    volatile __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = in[t + 32];
    __syncwarp();
    int v = s[t] + s[t + 32];
    __syncwarp();
    s[t] = v;
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        if (t < d) v += s[t + d];
        __syncwarp();
        if (t < d) s[t] = v;
        __syncwarp();
    }
    if (t == 0) out[0] = v;
}
