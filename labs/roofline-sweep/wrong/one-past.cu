// must fail: chain/bounds — `<=` lets one number too many in
__global__ void fma_chain(float* x, int n, int iters) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) {
        float v = x[i];
        for (int k = 0; k < iters; k++) {
            v = 2.0f * v + 1.0f;
        }
        x[i] = v;
    }
}
