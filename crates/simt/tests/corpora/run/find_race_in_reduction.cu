// The barrier inside the loop is missing.
// buffer: out i32[1] = 0
// launch: k<<<1, 128>>>(out)
__global__ void k(int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d]; //~ shared-race
    }
    if (t == 0) out[0] = s[0] * 0;
}
