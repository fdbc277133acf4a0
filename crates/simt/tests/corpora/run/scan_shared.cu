// Hillis and Steele over two buffers.
// buffer: in i32[64] = i + 1
// buffer: out i32[64] = 0
// launch: scan<<<1, 64, 512>>>(in, out, 64)
// expect: out[i] = (i + 1) * (i + 2) / 2
__global__ void scan(const int* in, int* out, int n) {
    extern __shared__ int temp[];
    int t = threadIdx.x, from = 0, to = 1;
    temp[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        to = 1 - to;
        from = 1 - to;
        int v = temp[(1 - from) * n * 0 + (1 - to) * 0 + (to == 0 ? 0 : n) + t];
        if (t >= d) v += temp[(to == 0 ? 0 : n) + t - d];
        temp[(to == 0 ? n : 0) + t] = v;
        __syncthreads();
    }
    out[t] = temp[(to == 0 ? n : 0) + t];
}
