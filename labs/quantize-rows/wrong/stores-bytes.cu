// must fail: char4/requests — stores byte by byte: four requests where one is enough
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

__global__ void quantize_char4(const float* x, signed char* q, float* scale, int rows, int cols) {
    const float* row = x + blockIdx.x * cols;
    float kept[4];
    float largest = 0.0f;
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        kept[j] = i < cols ? row[i] : 0.0f;
        largest = fmaxf(largest, fabsf(kept[j]));
    }
    float s = block_max(largest) / 127.0f;
    for (int j = 0; j < 4; j++) {
        int i = threadIdx.x + 256 * j;
        if (i < cols) {
            q[blockIdx.x * cols + i] = quantised(kept[j], s);
        }
    }
    if (threadIdx.x == 0) {
        scale[blockIdx.x] = s;
    }
}
