// Tutorial, section 4: y = W * x with W in Q4_K (256 weights in 144 bytes), unpacked on the way and unpacked first.
//
// `course run kernels/examples/tutorial-q4k.cu`
// `course profile kernels/examples/tutorial-q4k.cu`: what `fused` moves of the weights, and what `unpack` and `plain` move.

#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

//@anchor block
struct Block {
    half d, dmin;              // what a step of scales and minimums is worth
    unsigned char scales[12];  // eight scales and eight minimums, 6 bits each
    unsigned char qs[128];     // 256 weights of 4 bits
};

// Scale and minimum of a group of 32, both with their factors.
__host__ __device__ inline float2 group(const Block& w, int g) {
    const unsigned char* s = w.scales;
    int scale = s[g & 3] & 63, low = s[(g & 3) + 4] & 63;
    if (g >= 4) {
        scale = (s[g + 4] & 15) | (s[g - 4] >> 6) << 4;
        low = s[g + 4] >> 4 | (s[g] >> 6) << 4;
    }
    return {__half2float(w.d) * scale, __half2float(w.dmin) * low};
}
//@endanchor block

const int ROWS = 64, COLS = 1024, BLOCKS = COLS / 256;

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
    return v;
}

//@anchor fused
// A warp a row. Of each block a lane takes four bytes of qs: four weights of
// one group in the low halves, four of the next in the high halves.
__global__ void fused(const Block* w, const float* x, float* y) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    int g = lane / 8 * 2, at = lane % 8 * 4;
    float sum = 0.0f;
    for (int b = 0; b < BLOCKS; ++b) {
        const Block& of = w[row * BLOCKS + b];
        unsigned bytes = *reinterpret_cast<const unsigned*>(of.qs + 4 * lane);
        float2 first = group(of, g), second = group(of, g + 1);
        const float* xs = x + 256 * b + 32 * g + at;
        float4 x0 = *reinterpret_cast<const float4*>(xs);
        float4 x1 = *reinterpret_cast<const float4*>(xs + 32);
        float low[4] = {x0.x, x0.y, x0.z, x0.w};
        float high[4] = {x1.x, x1.y, x1.z, x1.w};
        for (int i = 0; i < 4; ++i) {
            int q = bytes >> 8 * i & 255;
            sum += (first.x * (q & 15) - first.y) * low[i];
            sum += (second.x * (q >> 4) - second.y) * high[i];
        }
    }
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}
//@endanchor fused

//@anchor unfused
// The same in two steps: all weights to memory in 16 bits …
__global__ void unpack(const Block* w, half* to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Block& of = w[i / 256];
    int g = i % 256 / 32;
    int byte = of.qs[32 * (g / 2) + i % 32];
    float2 pair = group(of, g);
    int q = g % 2 == 0 ? byte & 15 : byte >> 4;
    to[i] = __float2half(pair.x * q - pair.y);
}

// … and a plain product of a matrix and a vector.
__global__ void plain(const half* w, const float* x, float* y) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int i = lane; i < COLS; i += 32) {
        sum += __half2float(w[row * COLS + i]) * x[i];
    }
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}
//@endanchor unfused

int main() {
    std::vector<Block> w(ROWS * BLOCKS);
    std::vector<float> x(COLS), y(ROWS);
    unsigned noise = 1;
    auto draw = [&] { return (noise = noise * 1664525u + 1013904223u) >> 24; };
    for (Block& each : w) {
        each.d = __float2half(1.0f / 4096);
        each.dmin = __float2half(1.0f / 512);
        for (unsigned char& s : each.scales) s = (unsigned char)draw();
        for (unsigned char& q : each.qs) q = (unsigned char)draw();
    }
    for (float& each : x) each = ((int)draw() - 128) / 128.0f;

    Block* dw;
    half* d16;
    float *dx, *dy;
    cudaMalloc(&dw, w.size() * sizeof(Block));
    cudaMalloc(&d16, ROWS * COLS * sizeof(half));
    cudaMalloc(&dx, COLS * sizeof(float));
    cudaMalloc(&dy, ROWS * sizeof(float));
    cudaMemcpy(dw, w.data(), w.size() * sizeof(Block), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x.data(), COLS * sizeof(float), cudaMemcpyHostToDevice);

    int wrong[2] = {0, 0};
    for (int which = 0; which < 2; ++which) {
        cudaMemset(dy, 0xff, ROWS * sizeof(float));
        if (which == 0) {
            fused<<<ROWS / 4, 128>>>(dw, dx, dy);
        } else {
            unpack<<<ROWS * COLS / 256, 256>>>(dw, d16);
            plain<<<ROWS / 4, 128>>>(d16, dx, dy);
        }
        cudaMemcpy(y.data(), dy, ROWS * sizeof(float), cudaMemcpyDeviceToHost);
        for (int row = 0; row < ROWS; ++row) {
            double right = 0.0, size = 0.0;
            for (int i = 0; i < COLS; ++i) {
                const Block& of = w[row * BLOCKS + i / 256];
                int g = i % 256 / 32;
                int byte = of.qs[32 * (g / 2) + i % 32];
                float2 pair = group(of, g);
                double weight = (double)pair.x * (g % 2 == 0 ? byte & 15 : byte >> 4) - pair.y;
                right += weight * x[i];
                size += fabs(weight * x[i]);
            }
            // Weights of 16 bits are off by up to 2^-11 of their size; sums in 32 bits are far better.
            double allowed = which == 0 ? 1e-5 * size : size / 2048;
            wrong[which] += !(fabs(y[row] - right) <= allowed);
        }
    }
    printf("weights: %d bytes in Q4_K, %d in 16 bits\n", (int)(w.size() * sizeof(Block)), ROWS * COLS * 2);
    printf("fused %d, unfused %d of %d results wrong\n", wrong[0], wrong[1], ROWS);
    cudaFree(dw);
    cudaFree(d16);
    cudaFree(dx);
    cudaFree(dy);
    return wrong[0] + wrong[1] != 0;
}

//$ run
//> weights: 36864 bytes in Q4_K, 131072 in 16 bits
//> fused 0, unfused 0 of 64 results wrong
//$ profile --device a100
//~ fused<<<16, 128>>> 1 305,152 0 40.3 KiB 406 KiB 12,992 0 20.2 ns
//~ unpack<<<256, 256>>> 1 262,144 0 164 KiB 576 KiB 18,432 0 82.4 ns
//~ plain<<<16, 128>>> 1 141,312 0 132 KiB 386 KiB 12,352 0 66.4 ns
//~ loads: requests 3,840
//~ loads: sectors 4,736
