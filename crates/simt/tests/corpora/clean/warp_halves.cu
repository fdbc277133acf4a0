// Each half of a warp works by itself and waits for itself.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 16 ? 15 - i : 47 - i
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x, first = t & 16;
    s[t] = t;
    __syncwarp(first ? 0xffff0000 : 0x0000ffff);
    out[t] = s[first + 15 - (t & 15)];
}
