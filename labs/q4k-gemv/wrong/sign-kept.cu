// must fail: quantize/correct — the largest number, not the largest size: right where that one is positive
#include <cuda_fp16.h>

struct block_q8_1 {
    __half d;
    __half s;
    signed char qs[32];
};

__global__ void quantize_q8_1(const float* x, block_q8_1* q, int n) {
    int lane = threadIdx.x % 32;
    int b = blockIdx.x * 8 + threadIdx.x / 32;
    if (b >= n / 32) {
        return;
    }
    float value = x[32 * b + lane];
    float largest = value;
    for (int step = 16; step > 0; step /= 2) {
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, step));
    }
    float scale = largest / 127.0f;
    int steps = scale == 0.0f ? 0 : __float2int_rn(value / scale);
    int sum = steps;
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, step);
    }
    q[b].qs[lane] = steps;
    if (lane == 0) {
        __half d = __float2half(scale);
        q[b].d = d;
        q[b].s = __float2half(__half2float(d) * sum);
    }
}
