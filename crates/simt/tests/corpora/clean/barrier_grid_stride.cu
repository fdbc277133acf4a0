// A loop with barriers that the whole block goes round equally often.
// buffer: in i32[200] = 1
// buffer: out i32[2] = 0
// launch: k<<<2, 64>>>(in, out, 200)
// expect: out[i] = i < 1 ? 128 : 72
__global__ void k(const int* in, int* out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    for (int from = blockIdx.x * 64; from < n; from += 128) {
        s[t] = from + t < n ? in[from + t] : 0;
        __syncthreads();
        if (t == 0)
            for (int j = 0; j < 64; j++) sum += s[j];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sum;
}
