// must fail: norm/correct — divides by the columns rounded up to the block: right for multiples of 256
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

__global__ void rmsnorm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
    const float* row = x + blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        sum += row[i] * row[i];
    }
    float scale = rsqrtf(block_sum(sum) / ((cols + 255) / 256 * 256) + eps);
    for (int i = threadIdx.x; i < cols; i += 256) {
        y[blockIdx.x * cols + i] = row[i] * scale * w[i];
    }
}
