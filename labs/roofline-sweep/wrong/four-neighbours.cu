// must fail: four/sectors — four neighbours a thread: right, and lanes are 16 bytes apart
__global__ void fma_four(float* x, int n, int iters) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float v[4];
    for (int j = 0; j < 4; j++) {
        v[j] = i + j < n ? x[i + j] : 0.0f;
    }
    for (int k = 0; k < iters; k++) {
        for (int j = 0; j < 4; j++) {
            v[j] = 2.0f * v[j] + 1.0f;
        }
    }
    for (int j = 0; j < 4; j++) {
        if (i + j < n) {
            x[i + j] = v[j];
        }
    }
}
