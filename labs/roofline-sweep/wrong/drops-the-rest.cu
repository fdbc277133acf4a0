// must fail: chain/correct — four steps a turn, and what is left over is dropped: right where iters is a multiple of 4
__global__ void fma_chain(float* x, int n, int iters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        for (int k = 0; k + 4 <= iters; k += 4) {
            for (int j = 0; j < 4; j++) {
                v = 2.0f * v + 1.0f;
            }
        }
        x[i] = v;
    }
}
