// Weights of about four bits, as files of the GGUF format keep them, back into floats.
#include <cuda_fp16.h>

// 32 weights: w = d * (q - 8). Byte i of qs holds weight i in its low four bits and weight i + 16 in its high four.
struct block_q4_0 {
    __half d;
    unsigned char qs[16];
};

// 256 weights in eight groups of 32: w = d * scale * q - dmin * minimum, with a scale and a minimum of 6 bits for each group.
// Bytes 32 * c … 32 * c + 31 of qs hold group 2c in their low four bits and group 2c + 1 in their high four.
// The twelve bytes `scales`, for group g:
//   g < 4:  scale = scales[g] & 63,  minimum = scales[g + 4] & 63
//   g >= 4: scale   = (scales[g + 4] & 15) | (scales[g - 4] >> 6) << 4
//           minimum = (scales[g + 4] >> 4) | (scales[g] >> 6) << 4
struct block_q4_K {
    __half d;
    __half dmin;
    unsigned char scales[12];
    unsigned char qs[128];
};

// Part q4_0: a thread a weight, in blocks of 256 threads.
//@anchor q4_0
__global__ void dequant_q4_0(const block_q4_0* x, float* y, int nblocks) {
    //@solution
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 32 * nblocks) {
        const block_q4_0& block = x[i / 32];  // the same block for a whole warp
        int at = i % 32;
        int byte = block.qs[at % 16];
        int q = at < 16 ? byte & 15 : byte >> 4;
        y[i] = __half2float(block.d) * (q - 8);
    }
    //@starter
    //| // Which block, which byte, which half of it?
    //@end
}
//@endanchor q4_0

// Part q4_K: a warp a block of 256 weights, eight blocks for a block of threads.
//@anchor q4_K
//@solution
__device__ int group_scale(const unsigned char* scales, int g) {
    return g < 4 ? scales[g] & 63 : (scales[g + 4] & 15) | (scales[g - 4] >> 6) << 4;
}

__device__ int group_minimum(const unsigned char* scales, int g) {
    return g < 4 ? scales[g + 4] & 63 : scales[g + 4] >> 4 | (scales[g] >> 6) << 4;
}

// Four neighbours of a group: byte k of `word`, shifted, holds weight k.
__device__ float4 four_weights(unsigned int word, int shift, float scale, float minimum) {
    float4 w;
    w.x = scale * (word >> shift & 15) - minimum;
    w.y = scale * (word >> (8 + shift) & 15) - minimum;
    w.z = scale * (word >> (16 + shift) & 15) - minimum;
    w.w = scale * (word >> (24 + shift) & 15) - minimum;
    return w;
}

//@starter
//| // The 6-bit scale and minimum of group g are worth a `__device__` function each.
//|
//@end
__global__ void dequant_q4_K(const block_q4_K* x, float* y, int nblocks) {
    //@solution
    int lane = threadIdx.x % 32;
    int b = blockIdx.x * 8 + threadIdx.x / 32;
    if (b >= nblocks) {
        return;
    }
    const block_q4_K& block = x[b];
    float d = __half2float(block.d);
    float dmin = __half2float(block.dmin);
    unsigned int word = reinterpret_cast<const unsigned int*>(block.qs)[lane];  // 128 bytes a warp, one request

    int chunk = lane / 8;  // 32 bytes of qs, 64 weights
    float* out = y + 256 * b + 64 * chunk + lane % 8 * 4;
    int low = 2 * chunk;
    int high = low + 1;
    *reinterpret_cast<float4*>(out) =
        four_weights(word, 0, d * group_scale(block.scales, low), dmin * group_minimum(block.scales, low));
    *reinterpret_cast<float4*>(out + 32) =
        four_weights(word, 4, d * group_scale(block.scales, high), dmin * group_minimum(block.scales, high));
    //@starter
    //| // 32 lanes, 128 bytes of qs: four bytes a lane, which hold four neighbours of one group and four of the next.
    //| // 1. Which group do the low halves of lane l's bytes belong to, and where do those four weights go in y?
    //| // 2. Scale and minimum of both groups.
    //| // 3. Two stores of four floats.
    //@end
}
//@endanchor q4_K

// Part header: the same, and the 16 bytes before qs come with a single load.
//@anchor header
__global__ void dequant_q4_K_header(const block_q4_K* x, float* y, int nblocks) {
    //@solution
    int lane = threadIdx.x % 32;
    int b = blockIdx.x * 8 + threadIdx.x / 32;
    if (b >= nblocks) {
        return;
    }
    // A block has 144 bytes, nine times 16: if the first one begins at a multiple of 16, they all do.
    uint4 head = *reinterpret_cast<const uint4*>(x + b);
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(&head);
    float2 factors = __half22float2(*reinterpret_cast<const __half2*>(&head));
    const unsigned char* scales = bytes + 4;
    unsigned int word = reinterpret_cast<const unsigned int*>(x[b].qs)[lane];

    int chunk = lane / 8;
    float* out = y + 256 * b + 64 * chunk + lane % 8 * 4;
    int low = 2 * chunk;
    int high = low + 1;
    *reinterpret_cast<float4*>(out) =
        four_weights(word, 0, factors.x * group_scale(scales, low), factors.y * group_minimum(scales, low));
    *reinterpret_cast<float4*>(out + 32) =
        four_weights(word, 4, factors.x * group_scale(scales, high), factors.y * group_minimum(scales, high));
    //@starter
    //| // Begin with your dequant_q4_K. Which of its loads are of the first 16 bytes, and how many are they?
    //@end
}
//@endanchor header
