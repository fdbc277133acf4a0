// The upper lanes of a shuffle read from lanes that take no part, and nobody uses what they get.
// buffer: in i32[20] = i
// buffer: out i32[1] = 0
// buffer: next i32[20] = 0
// launch: k<<<1, 32>>>(in, out, next, 20)
__global__ void k(const int* in, int* out, int* next, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    unsigned mask = __activemask();
    int after = __shfl_down_sync(mask, in[t], 4);
    if (t + 4 < n) next[t] = after;
    int sum = in[t];
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(mask, sum, d);
        if (t + d < n) sum += other;
    }
    if (t == 0) out[0] = sum;
}
