// A shuffle past the end gives the lane's own value, and the last lane's is not used.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 16 ? 2 * i + 16 : 0
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    int v = s[t];
    int w = __shfl_down_sync(0xffffffff, v, 16);
    if (t < 16) out[t] = v + w;
}
