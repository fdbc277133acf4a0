// Threads that jump, out of a loop or past a store, meet the others at the barrier behind the label.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out, 20)
// expect: out[i] = (63 - i < 20 ? 2 * (63 - i) : 63 - i) + (i < 8 ? i + 1 : 8)
__global__ void k(int* out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int rounds = 0;
    s[t] = t;
    if (t >= n) goto stored;
    s[t] = 2 * t;
stored:
    __syncthreads();
    int other = s[63 - t];
    for (int i = 0; i < 8; ++i) {
        ++rounds;
        if (i == t) goto counted;
    }
counted:
    __syncthreads();
    s[t] = rounds;
    __syncthreads();
    out[t] = other + s[t];
}
