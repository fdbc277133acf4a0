// buffer: in i32[256] = i
// buffer: out i32[2] = 0
// launch: reduce<<<2, 128>>>(in, out)
// expect: out = 8128; 24512
// counter: barriers = 16
__global__ void reduce(const int* in, int* out) {
    __shared__ int sum[128];
    unsigned t = threadIdx.x;
    sum[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) sum[t] += sum[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = sum[0];
}
