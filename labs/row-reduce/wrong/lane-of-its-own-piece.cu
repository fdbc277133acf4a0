// must fail: warp/loads — each lane sums a piece of neighbours: right, and lanes are cols / 32 floats apart
__global__ void sum_warp(const float* x, float* out, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    int each = (cols + 31) / 32;
    float sum = 0.0f;
    for (int i = lane * each; i < min(cols, (lane + 1) * each); i++) {
        sum += x[r * cols + i];
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (lane == 0) {
        out[r] = sum;
    }
}
