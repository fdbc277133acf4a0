// must fail: quantize/loads — a thread a block of numbers: right, and lanes read 128 bytes apart
#include <cuda_fp16.h>

struct block_q8_1 {
    __half d;
    __half s;
    signed char qs[32];
};

__global__ void quantize_q8_1(const float* x, block_q8_1* q, int n) {
    if (threadIdx.x >= 8) {
        return;
    }
    int b = blockIdx.x * 8 + threadIdx.x;
    if (b >= n / 32) {
        return;
    }
    float kept[32];
    float largest = 0.0f;
    for (int k = 0; k < 32; k++) {
        kept[k] = x[32 * b + k];
        largest = fmaxf(largest, fabsf(kept[k]));
    }
    float scale = largest / 127.0f;
    int sum = 0;
    for (int k = 0; k < 32; k++) {
        int steps = scale == 0.0f ? 0 : __float2int_rn(kept[k] / scale);
        q[b].qs[k] = steps;
        sum += steps;
    }
    __half d = __float2half(scale);
    q[b].d = d;
    q[b].s = __float2half(__half2float(d) * sum);
}
