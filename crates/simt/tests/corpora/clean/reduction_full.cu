// A reduction with a barrier in each step, and the last warp by shuffles.
// buffer: in i32[256] = 1
// buffer: out i32[2] = 0
// launch: k<<<2, 128>>>(in, out)
// expect: out[i] = 128
__global__ void k(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int d = 64; d >= 32; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        int v = s[t];
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
        if (t == 0) out[blockIdx.x] = v;
    }
}
