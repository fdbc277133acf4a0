// `__syncthreads_count` orders as a barrier does.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    int n = __syncthreads_count(t % 2);
    out[t] = s[63 - t] + n;
}
