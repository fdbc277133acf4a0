// Three buffers and one barrier a round, the write two rounds ahead.
// buffer: in i32[512] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int s[3][64];
    int t = threadIdx.x, sum = 0;
    s[0][t] = in[t];
    s[1][t] = in[64 + t];
    for (int r = 0; r < 8; r++) {
        __syncthreads();
        sum += s[r % 3][63 - t];
        if (r + 2 < 8) s[(r + 2) % 3][t] = in[(r + 2) * 64 + t];
    }
    out[t] = sum;
}
