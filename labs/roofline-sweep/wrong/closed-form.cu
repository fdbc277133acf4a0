// must fail: chain/flops — the closed form 2^k (v + 1) - 1: right, and the work that was to be measured is gone
__global__ void fma_chain(float* x, int n, int iters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float power = __int_as_float((127 + iters) << 23);
        float v = x[i];
        x[i] = iters == 0 ? v : fmaf(v + 1.0f, power, -1.0f);
    }
}
