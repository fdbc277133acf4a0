// must fail: dp4a/sectors — right, and the header is fetched byte by byte
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

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_down_sync(0xffffffff, v, step);
    }
    return v;
}

__device__ int scale_byte(uint4 head, int i) {
    unsigned int word = i < 4 ? head.y : i < 8 ? head.z : head.w;
    return word >> i % 4 * 8 & 255;
}

__device__ int head_scale(uint4 head, int g) {
    return g < 4 ? scale_byte(head, g) & 63 : (scale_byte(head, g + 4) & 15) | (scale_byte(head, g - 4) >> 6) << 4;
}

__device__ int head_minimum(uint4 head, int g) {
    return g < 4 ? scale_byte(head, g + 4) & 63 : scale_byte(head, g + 4) >> 4 | (scale_byte(head, g) >> 6) << 4;
}

__device__ float2 factors(const block_q8_1& x) {
    return __half22float2(*reinterpret_cast<const __half2*>(&x));
}

__device__ int four(const block_q8_1& x, int at) {
    return *reinterpret_cast<const int*>(x.qs + at);
}

__global__ void gemv_q4_K_dp4a(const block_q4_K* W, const block_q8_1* x, float* y, int rows, int cols) {
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    int low = lane / 8 * 2;
    int at = lane % 8 * 4;
    float sum = 0.0f;
    for (int b = 0; b < cols / 256; b++) {
        const block_q4_K& w = W[r * (cols / 256) + b];
        const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&w);
        uint4 head;
        unsigned int* words = reinterpret_cast<unsigned int*>(&head);
        for (int k = 0; k < 4; k++) {
            words[k] = bytes[4 * k] | bytes[4 * k + 1] << 8 | bytes[4 * k + 2] << 16 | bytes[4 * k + 3] << 24;
        }
        int word = reinterpret_cast<const int*>(w.qs)[lane];
        float2 d = __half22float2(*reinterpret_cast<const __half2*>(&head));
        float2 of_low = factors(x[8 * b + low]);
        float2 of_high = factors(x[8 * b + low + 1]);

        int dot_low = __dp4a(word & 0x0f0f0f0f, four(x[8 * b + low], at), 0);
        int dot_high = __dp4a(word >> 4 & 0x0f0f0f0f, four(x[8 * b + low + 1], at), 0);
        sum += d.x * head_scale(head, low) * of_low.x * dot_low;
        sum += d.x * head_scale(head, low + 1) * of_high.x * dot_high;
        if (lane % 8 == 0) {
            sum -= d.y * head_minimum(head, low) * of_low.y;
            sum -= d.y * head_minimum(head, low + 1) * of_high.y;
        }
    }
    sum = warp_sum(sum);
    if (lane == 0) {
        y[r] = sum;
    }
}
