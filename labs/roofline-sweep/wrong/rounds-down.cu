// must fail: ridge/correct — rounds down: right where 4 times the target is a whole number
__global__ void fma_to(float* x, int n, float target) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int iters = static_cast<int>(4.0f * target);
        float v = x[i];
        for (int k = 0; k < iters; k++) {
            v = 2.0f * v + 1.0f;
        }
        x[i] = v;
    }
}
