// must fail: warp/bounds — `>` for `>=`: the first warp without a row sums what lies behind the last one
__global__ void sum_warp(const float* x, float* out, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r > rows) {
        return;
    }
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        sum += x[r * cols + i];
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (lane == 0) {
        out[r] = sum;
    }
}
