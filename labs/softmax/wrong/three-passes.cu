// must fail: online/reads — three passes where two are asked
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

__global__ void softmax_online(const float* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const float* row = x + r * cols;
    float* out = y + r * cols;
    float m = -INFINITY;
    for (int i = lane; i < cols; i += 32) {
        m = fmaxf(m, row[i]);
    }
    m = warp_max(m);
    m = m == -INFINITY ? 0.0f : m;
    float s = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        s += expf(row[i] - m);
    }
    s = warp_sum(s);
    float scale = s > 0.0f ? 1.0f / s : 0.0f;
    for (int i = lane; i < cols; i += 32) {
        out[i] = expf(row[i] - m) * scale;
    }
}
