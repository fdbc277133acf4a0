// must fail: ridge/correct — forgets that the result is written: half the steps
__global__ void fma_to(float* x, int n, float target) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int iters = static_cast<int>(ceilf(2.0f * target));
        float v = x[i];
        for (int k = 0; k < iters; k++) {
            v = 2.0f * v + 1.0f;
        }
        x[i] = v;
    }
}
