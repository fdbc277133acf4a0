// must fail: header/sectors — reads the header piece by piece
#include <cuda_fp16.h>

struct block_q4_0 {
    __half d;
    unsigned char qs[16];
};

struct block_q4_K {
    __half d;
    __half dmin;
    unsigned char scales[12];
    unsigned char qs[128];
};

__device__ int group_scale(const unsigned char* scales, int g) {
    return g < 4 ? scales[g] & 63 : (scales[g + 4] & 15) | (scales[g - 4] >> 6) << 4;
}

__device__ int group_minimum(const unsigned char* scales, int g) {
    return g < 4 ? scales[g + 4] & 63 : scales[g + 4] >> 4 | (scales[g] >> 6) << 4;
}

__device__ float4 four_weights(unsigned int word, int shift, float scale, float minimum) {
    float4 w;
    w.x = scale * (word >> shift & 15) - minimum;
    w.y = scale * (word >> (8 + shift) & 15) - minimum;
    w.z = scale * (word >> (16 + shift) & 15) - minimum;
    w.w = scale * (word >> (24 + shift) & 15) - minimum;
    return w;
}

__global__ void dequant_q4_K_header(const block_q4_K* x, float* y, int nblocks) {
    int lane = threadIdx.x % 32;
    int b = blockIdx.x * 8 + threadIdx.x / 32;
    if (b >= nblocks) {
        return;
    }
    uint4 head = *reinterpret_cast<const uint4*>(x + b);
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&head);
    float2 factors = __half22float2(*reinterpret_cast<const __half2*>(&head));
    const unsigned char* scales = x[b].scales;
    unsigned int word = reinterpret_cast<const unsigned int*>(x[b].qs)[lane];

    int chunk = lane / 8;
    float* out = y + 256 * b + 64 * chunk + lane % 8 * 4;
    int low = 2 * chunk;
    int high = low + 1;
    *reinterpret_cast<float4*>(out) =
        four_weights(word, 0, factors.x * group_scale(scales, low), factors.y * group_minimum(scales, low));
    *reinterpret_cast<float4*>(out + 32) =
        four_weights(word, 4, factors.x * group_scale(scales, high), factors.y * group_minimum(scales, high));
}
