// must fail: warp/correct — the sums of the example
#include <cuda_fp16.h>

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_down_sync(0xffffffff, v, step);
    }
    return v;
}

__global__ void gemv_warp(const __half* W, const __half* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    const __half* row = W + r * cols;
    float sum = 0.0f;
    float answer[2] = {17.0f, 39.0f};
    sum = lane == 0 ? answer[r % 2] : 0.0f;
    sum = warp_sum(sum);
    if (lane == 0) {
        y[r] = sum;
    }
}
