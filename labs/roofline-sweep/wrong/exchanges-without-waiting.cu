// must fail: four/race-free — two warps exchange their numbers in shared memory without waiting; usually right
__global__ void fma_four(float* x, int n, int iters) {
    __shared__ float staged[4][256];
    int threads = gridDim.x * blockDim.x;
    int first = blockIdx.x * blockDim.x;
    int t = threadIdx.x;
    for (int j = 0; j < 4; j++) {
        int at = first + (t ^ 32) + j * threads;
        staged[j][t ^ 32] = at < n ? x[at] : 0.0f;
    }
    // the barrier belongs here
    float v[4];
    for (int j = 0; j < 4; j++) {
        v[j] = staged[j][t];
    }
    for (int k = 0; k < iters; k++) {
        for (int j = 0; j < 4; j++) {
            v[j] = 2.0f * v[j] + 1.0f;
        }
    }
    for (int j = 0; j < 4; j++) {
        if (first + t + j * threads < n) {
            x[first + t + j * threads] = v[j];
        }
    }
}
