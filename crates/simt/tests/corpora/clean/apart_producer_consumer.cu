// Lane 0 fills, the others take, round by round: each side counts its own `__syncwarp`s. Then the block meets.
// buffer: in i32[40] = i * i
// buffer: out i32[80] = 0
// launch: k<<<2, 64>>>(in, out)
// expect: out[i] = i < 31 ? 18070 : 0
__global__ void k(const int* in, int* out) {
    __shared__ int item[2];
    __shared__ int sum[64];
    int t = threadIdx.x, w = t / 32;
    sum[t] = 0;
    if (t % 32 == 0) {
        for (int i = 0; i < 20; ++i) {
            item[w] = in[20 * w + i];
            __syncwarp();
            __syncwarp();
        }
    } else {
        int mine = 0;
        for (int i = 0; i < 20; ++i) {
            __syncwarp();
            mine += item[w];
            __syncwarp();
        }
        sum[t] = mine;
    }
    __syncthreads();
    if (blockIdx.x == 0 && t < 32) out[t] = sum[63 - t];
}
