// must fail: fused/update — x is stored in both loops
__device__ float block_sum(float v) {
    __shared__ float of_warp[8];
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = v;
    }
    __syncthreads();
    v = 0.0f;
    for (int w = 0; w < 8; w++) {
        v += of_warp[w];
    }
    return v;
}

__global__ void add_rmsnorm(float* x, const float* r, const float* w, float* y, int rows, int cols, float eps) {
    float* row = x + blockIdx.x * cols;
    const float* add = r + blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        float v = row[i] + add[i];
        row[i] = v;
        sum += v * v;
    }
    float scale = rsqrtf(block_sum(sum) / cols + eps);
    for (int i = threadIdx.x; i < cols; i += 256) {
        y[blockIdx.x * cols + i] = (row[i] = row[i] + 0.0f) * scale * w[i];
    }
}
