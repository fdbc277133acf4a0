// must fail: safe/loads — each lane takes a piece of neighbours: right, and lanes are cols / 32 floats apart
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

__global__ void softmax_safe(const float* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    int each = (cols + 31) / 32;
    int first = lane * each;
    int end = min(cols, first + each);
    float m = -INFINITY;
    for (int i = first; i < end; i++) {
        m = fmaxf(m, x[r * cols + i]);
    }
    m = warp_max(m);
    if (m == -INFINITY) {
        m = 0.0f;
    }
    float s = 0.0f;
    for (int i = first; i < end; i++) {
        s += expf(x[r * cols + i] - m);
    }
    s = warp_sum(s);
    float scale = s > 0.0f ? 1.0f / s : 0.0f;
    for (int i = first; i < end; i++) {
        y[r * cols + i] = expf(x[r * cols + i] - m) * scale;
    }
}
