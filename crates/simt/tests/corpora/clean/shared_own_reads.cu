// Threads that write what they alone have read since the barrier, beside what others read: a reduction without a barrier too many.
// buffer: out i32[256] = 0
// launch: k<<<2, 128>>>(out)
// expect: out[i] = 8128
__global__ void k(int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half) s[t] += s[t + half];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = s[0];
    __syncthreads();
    for (int step = 0; step < 3; ++step) {
        int kept = s[t];
        s[t] = kept + step;
    }
}
