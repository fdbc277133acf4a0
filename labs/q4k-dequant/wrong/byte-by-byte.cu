// must fail: q4_K/sectors — reads each of a word's bytes apart: right, and each asks for all sectors again
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

__global__ void dequant_q4_K(const block_q4_K* x, float* y, int nblocks) {
    int lane = threadIdx.x % 32;
    int b = blockIdx.x * 8 + threadIdx.x / 32;
    if (b >= nblocks) {
        return;
    }
    const block_q4_K& block = x[b];
    float d = __half2float(block.d);
    float dmin = __half2float(block.dmin);
    unsigned int word = block.qs[4 * lane] | block.qs[4 * lane + 1] << 8 | block.qs[4 * lane + 2] << 16 | block.qs[4 * lane + 3] << 24;

    int chunk = lane / 8;
    float* out = y + 256 * b + 64 * chunk + lane % 8 * 4;
    int low = 2 * chunk;
    int high = low + 1;
    *reinterpret_cast<float4*>(out) =
        four_weights(word, 0, d * group_scale(block.scales, low), dmin * group_minimum(block.scales, low));
    *reinterpret_cast<float4*>(out + 32) =
        four_weights(word, 4, d * group_scale(block.scales, high), dmin * group_minimum(block.scales, high));
}
