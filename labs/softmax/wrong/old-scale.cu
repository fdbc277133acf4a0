// must fail: online/correct — the sum keeps its old scale when a larger element comes: right where the first is the largest
__global__ void softmax_online(const float* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const float* row = x + r * cols;
    float* out = y + r * cols;
    float m = -INFINITY;
    float s = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        float v = row[i];
        float larger = fmaxf(m, v);
        if (larger > -INFINITY) {
            s = s + expf(v - larger);
            m = larger;
        }
    }
    for (int step = 16; step > 0; step /= 2) {
        float other_m = __shfl_xor_sync(0xffffffff, m, step);
        float other_s = __shfl_xor_sync(0xffffffff, s, step);
        float larger = fmaxf(m, other_m);
        if (larger > -INFINITY) {
            s = s * expf(m - larger) + other_s * expf(other_m - larger);
            m = larger;
        }
    }
    float base = m > -INFINITY ? m : 0.0f;
    float scale = s > 0.0f ? 1.0f / s : 0.0f;
    for (int i = lane; i < cols; i += 32) {
        out[i] = expf(row[i] - base) * scale;
    }
}
