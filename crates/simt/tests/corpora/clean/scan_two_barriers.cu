// A scan in place with a barrier between reads and writes.
// buffer: in i32[128] = 1
// buffer: out i32[128] = 0
// launch: k<<<1, 128>>>(in, out)
// expect: out[i] = i + 1
__global__ void k(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    out[t] = s[t];
}
