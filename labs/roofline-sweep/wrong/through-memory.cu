// must fail: chain/bytes — each step goes through memory
__global__ void fma_chain(float* x, int n, int iters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        volatile float* at = x + i;
        for (int k = 0; k < iters; k++) {
            *at = 2.0f * *at + 1.0f;
        }
    }
}
