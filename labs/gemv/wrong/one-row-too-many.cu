// must fail: warp/bounds — `>` for `>=`: the first warp without a row works behind the end
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
    if (r > rows) {
        return;
    }
    const __half* row = W + r * cols;
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        sum += __half2float(row[i]) * __half2float(x[i]);
    }
    sum = warp_sum(sum);
    if (lane == 0) {
        y[r] = sum;
    }
}
