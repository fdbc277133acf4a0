// A barrier in a branch that the whole block takes.
// buffer: out i32[128] = 0
// launch: k<<<2, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (blockIdx.x == 1) {
        s[t] = t;
        __syncthreads();
        out[t] = s[63 - t];
    }
}
