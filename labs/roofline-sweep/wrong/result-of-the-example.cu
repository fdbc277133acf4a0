// must fail: chain/correct — the result of the example
__global__ void fma_chain(float* x, int n, int iters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = iters == 0 ? x[i] : 11.0f;
    }
}
