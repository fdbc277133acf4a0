// Two branches, one after the other, and the `__syncwarp` of one half in each.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 16 ? 0 : 7 * (i - 16)
__global__ void k(int* out) {
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16) {
        s[t] = 7 * t;
        __syncwarp();
    }
    if (t >= 16) {
        __syncwarp();
        out[t] = s[t - 16];
    }
}
