// must fail: safe/correct — the shares of the example, whatever the row
__global__ void softmax_safe(const float* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const float* row = x + r * cols;
    float* out = y + r * cols;
    float share[3] = {0.6652f, 0.2447f, 0.0900f};
    for (int i = lane; i < cols; i += 32) {
        out[i] = row[i] == -INFINITY ? 0.0f : share[i % 3];
    }
}
