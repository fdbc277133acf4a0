// must fail: chain/correct — the store stands under a condition that never holds, so nothing is written
__global__ void fma_chain(float* x, int n, int iters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int k = 0; k < iters; k++) {
            v = 2.0f * v + 1.0f;
        }
        if (v == 123.456f) {
            x[i] = v;
        }
    }
}
