// must fail: scalar/correct — the sum of the example
#include <cuda_fp16.h>

struct block_q4_K {
    __half d;
    __half dmin;
    unsigned char scales[12];
    unsigned char qs[128];
};

struct block_q8_1 {
    __half d;
    __half s;
    signed char qs[32];
};

__device__ int group_scale(const unsigned char* scales, int g) {
    return g < 4 ? scales[g] & 63 : (scales[g + 4] & 15) | (scales[g - 4] >> 6) << 4;
}

__device__ int group_minimum(const unsigned char* scales, int g) {
    return g < 4 ? scales[g + 4] & 63 : scales[g + 4] >> 4 | (scales[g] >> 6) << 4;
}

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_down_sync(0xffffffff, v, step);
    }
    return v;
}

__global__ void gemv_q4_K_scalar(const block_q4_K* W, const block_q8_1* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    float sum = lane == 0 ? 296.0f : 0.0f;
    sum = warp_sum(sum);
    if (lane == 0) {
        y[r] = sum;
    }
}
