// In one warp, `__syncwarp` between reads and writes.
// buffer: in i32[64] = 1
// buffer: out i32[2] = 0
// launch: k<<<2, 32>>>(in, out)
// expect: out[i] = 32
__global__ void k(const int* in, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 32 + t];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        int v = t < d ? s[t + d] : 0;
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
