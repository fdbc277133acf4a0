// y = W * x with W in blocks of 4.5 bits a weight and x in blocks of 9 bits a number: what decoding a token does to every
// matrix of a quantised model. The weights are never unpacked into memory. cols is a multiple of 256.
// W and x begin at multiples of 16 bytes. A warp takes a row; launched with eight rows a block of threads.
#include <cuda_fp16.h>

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

// 32 numbers of x: each is about d * q, and s = d * (sum of all q) is what a minimum is multiplied by.
struct block_q8_1 {
    __half d;
    __half s;
    signed char qs[32];
};

// Part quantize: x into blocks of 32, a warp a block of numbers. n is a multiple of 32.
// d is the largest |x| of the block over 127, and q is x over that quotient, rounded to the nearest; no x lies half-way.
// A block of zeros has d = 0 and values 0. s is made of d as it was stored.
//@anchor quantize
__global__ void quantize_q8_1(const float* x, block_q8_1* q, int n) {
    //@solution
    int lane = threadIdx.x % 32;
    int b = blockIdx.x * 8 + threadIdx.x / 32;
    if (b >= n / 32) {
        return;  // the whole warp
    }
    float value = x[32 * b + lane];
    float largest = fabsf(value);
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
    //@starter
    //| // 1. The largest |x| of the warp's 32 numbers, known to every lane.
    //| // 2. Each lane: its own number in steps of it, an integer from -127 to 127.
    //| // 3. The sum of these integers; lane 0 stores d and s.
    //@end
}
//@endanchor quantize

// Part scalar: the weights meet the numbers of x one by one, as integers.
//@anchor scalar
//@solution
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
    return v;  // lane 0 has it
}

//@starter
//| // Scale and minimum of a group, as in q4k-dequant, and the sum of a warp are worth a `__device__` function each.
//|
//@end
__global__ void gemv_q4_K_scalar(const block_q4_K* W, const block_q8_1* x, float* y, int rows, int cols) {
    //@solution
    int lane = threadIdx.x % 32;
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows) {
        return;
    }
    int low = lane / 8 * 2;  // the group of the low halves of a lane's four bytes
    int at = lane % 8 * 4;   // where its four weights are in that group, and in the next
    float sum = 0.0f;
    for (int b = 0; b < cols / 256; b++) {
        const block_q4_K& w = W[r * (cols / 256) + b];
        const block_q8_1& x_low = x[8 * b + low];
        const block_q8_1& x_high = x[8 * b + low + 1];
        unsigned int word = reinterpret_cast<const unsigned int*>(w.qs)[lane];
        int dot_low = 0;
        int dot_high = 0;
        for (int k = 0; k < 4; k++) {
            int byte = word >> 8 * k & 255;
            dot_low += (byte & 15) * x_low.qs[at + k];
            dot_high += (byte >> 4) * x_high.qs[at + k];
        }
        float d = __half2float(w.d);
        sum += d * group_scale(w.scales, low) * __half2float(x_low.d) * dot_low;
        sum += d * group_scale(w.scales, low + 1) * __half2float(x_high.d) * dot_high;
        if (lane % 8 == 0) {  // eight lanes share a group, and its minimum counts once
            float dmin = __half2float(w.dmin);
            sum -= dmin * group_minimum(w.scales, low) * __half2float(x_low.s);
            sum -= dmin * group_minimum(w.scales, low + 1) * __half2float(x_high.s);
        }
    }
    sum = warp_sum(sum);
    if (lane == 0) {
        y[r] = sum;
    }
    //@starter
    //| // Walk the blocks of the row. In each, a lane has four bytes of qs: four weights of one group, four of the next.
    //| // 1. Which two blocks of x belong to these groups, and which of their numbers are yours?
    //| // 2. Two sums of four products of integers.
    //| // 3. Each sum times d * scale * (d of its block of x).
    //| // 4. The minimum of a group times s of its block of x: who subtracts it?
    //@end
}
//@endanchor scalar

// Part dp4a: four products with one instruction, and the 16 bytes before qs with a single load.
//@anchor dp4a
//@solution
// Byte i of the twelve behind d and dmin. By shifts: an array whose index the compiler does not know leaves the registers.
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

// A block of x has 36 bytes, so what can be read at once is four of them: d and s, or four numbers.
__device__ float2 factors(const block_q8_1& x) {
    return __half22float2(*reinterpret_cast<const __half2*>(&x));
}

__device__ int four(const block_q8_1& x, int at) {
    return *reinterpret_cast<const int*>(x.qs + at);
}

//@starter
//| // Begin with your gemv_q4_K_scalar. `__dp4a(a, b, c)` is c plus four products of the signed bytes of a and b.
//|
//@end
__global__ void gemv_q4_K_dp4a(const block_q4_K* W, const block_q8_1* x, float* y, int rows, int cols) {
    //@solution
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
        uint4 head = *reinterpret_cast<const uint4*>(&w);
        int word = reinterpret_cast<const int*>(w.qs)[lane];
        float2 d = __half22float2(*reinterpret_cast<const __half2*>(&head));  // d and dmin
        float2 of_low = factors(x[8 * b + low]);  // d and s
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
    //@starter
    //| // Which mask leaves the low halves of four bytes, and which shift and mask the high ones?
    //@end
}
//@endanchor dp4a
