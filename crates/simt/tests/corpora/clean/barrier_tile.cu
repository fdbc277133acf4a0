// A tile with both barriers.
// buffer: in i32[256] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int round = 0; round < 4; round++) {
        tile[t] = in[round * 64 + t];
        __syncthreads();
        sum += tile[63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
