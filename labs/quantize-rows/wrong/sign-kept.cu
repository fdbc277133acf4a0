// must fail: two-pass/correct — the largest value in place of the largest size: right where that one is positive
__device__ float block_max(float value) {
    __shared__ float of_warp[8];
    for (int step = 16; step > 0; step /= 2) {
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, step));
    }
    if (threadIdx.x % 32 == 0) {
        of_warp[threadIdx.x / 32] = value;
    }
    __syncthreads();
    value = of_warp[0];
    for (int w = 1; w < 8; w++) {
        value = fmaxf(value, of_warp[w]);
    }
    return value;
}

__device__ signed char quantised(float x, float scale) {
    return scale == 0.0f ? 0 : __float2int_rn(x / scale);
}

__global__ void quantize_two_pass(const float* x, signed char* q, float* scale, int rows, int cols) {
    const float* row = x + blockIdx.x * cols;
    float largest = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        largest = fmaxf(largest, row[i]);
    }
    float s = block_max(largest) / 127.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        q[blockIdx.x * cols + i] = quantised(row[i], s);
    }
    if (threadIdx.x == 0) {
        scale[blockIdx.x] = s;
    }
}
