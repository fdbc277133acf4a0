// must fail: norm/loads — each thread takes a piece of neighbours: right, and lanes are cols / 256 floats apart
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
    int each = (cols + 255) / 256;
    int first = threadIdx.x * each;
    int end = min(cols, first + each);
    float sum = 0.0f;
    for (int i = first; i < end; i++) {
        sum += row[i] * row[i];
    }
    float scale = rsqrtf(block_sum(sum) / cols + eps);
    for (int i = first; i < end; i++) {
        y[blockIdx.x * cols + i] = row[i] * scale * w[i];
    }
}
