// Both sides of a branch meet at a `__syncwarp` of their own: the barrier of a warp is none of a place in the code.
// buffer: out i32[64] = 0
// launch: k<<<2, 32>>>(out)
// expect: out[i] = i < 32 ? 100 + (i + 16) % 32 : 0
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) {
        s[t] = 100 + t;
        __syncwarp();
        if (blockIdx.x == 0) out[t] = s[t + 16];
    } else {
        s[t] = 100 + t;
        __syncwarp();
        if (blockIdx.x == 0) out[t] = s[t - 16];
    }
}
