// must fail: chain/flops — 2.0 and 1.0 are doubles: right, and computed in double precision
__global__ void fma_chain(float* x, int n, int iters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int k = 0; k < iters; k++) {
            v = 2.0 * v + 1.0;
        }
        x[i] = v;
    }
}
