// must fail: warp/correct — cols / 32 turns: what is left of the row is lost, and long random rows hide it in rounding
__global__ void sum_warp(const float* x, float* out, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    float sum = 0.0f;
    for (int turn = 0; turn < cols / 32; turn++) {
        sum += x[r * cols + turn * 32 + lane];
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (lane == 0) {
        out[r] = sum;
    }
}
