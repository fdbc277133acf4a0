// Two halves: one barrier a round is enough.
// buffer: in i32[256] = i
// buffer: out i32[64] = 0
// launch: k<<<2, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int half[2][64];
    int t = threadIdx.x, sum = 0;
    half[0][t] = in[t];
    __syncthreads();
    for (int round = 1; round < 4; round++) {
        half[round % 2][t] = in[round * 64 + t];
        sum += half[1 - round % 2][63 - t];
        __syncthreads();
    }
    if (blockIdx.x == 0) out[t] = sum;
}
