// must fail: registers/correct — zeros behind the end of the row join its maximum and its sum: right for 1,024 elements only
__device__ float warp_max(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, step));
    }
    return v;
}

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    return v;
}

__global__ void softmax_registers(const float* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const float* row = x + r * cols;
    float* out = y + r * cols;
    float kept[32];
    float m = -INFINITY;
    for (int j = 0; j < 32; j++) {
        int i = lane + 32 * j;
        kept[j] = i < cols ? row[i] : 0.0f;
        m = fmaxf(m, kept[j]);
    }
    m = warp_max(m);
    m = m == -INFINITY ? 0.0f : m;
    float s = 0.0f;
    for (int j = 0; j < 32; j++) {
        kept[j] = expf(kept[j] - m);
        s += kept[j];
    }
    s = warp_sum(s);
    float scale = s > 0.0f ? 1.0f / s : 0.0f;
    for (int j = 0; j < 32; j++) {
        int i = lane + 32 * j;
        if (i < cols) {
            out[i] = kept[j] * scale;
        }
    }
}
