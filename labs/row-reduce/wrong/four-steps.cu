// must fail: warp/correct — begins with a step of 8: the upper half of the lanes is never added
__global__ void sum_warp(const float* x, float* out, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        sum += x[r * cols + i];
    }
    for (int step = 8; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (lane == 0) {
        out[r] = sum;
    }
}
