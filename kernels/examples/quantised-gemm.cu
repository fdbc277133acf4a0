// A product of matrices with quantised weights, whole: in 8 bits on both sides, and with weights of 4 bits.
//
// `course run kernels/examples/quantised-gemm.cu`
// `course profile kernels/examples/quantised-gemm.cu`: what the two kernels load of `w`, and how much of it at least.
//
// Y = X * W^T: X has M rows of tokens, W a row of K weights for each of N outputs, as model files keep it. M and N are no
// multiples of a tile, on purpose. Two questions are kept apart, and both are answered at the end: does the kernel compute
// what its integers say (it must, to the last bit or within a derived bound), and how far are those from the floats they
// were made of (that is the price of the format, and no kernel can change it)?

#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int M = 20, N = 72, K = 256;
const int TILE = 16;                     // a block makes 16 x 16 results, a thread each

// ---- 8 bits: x is about sx[m] * qx, w about sw[n] * qw; all products and sums in between are integers. ----

//@anchor w8a8
// K numbers of 8 bits are K / 4 words of four: one `__dp4a` multiplies and adds four pairs.
__global__ void gemm_8(const int* x, const int* w, const float* sx, const float* sw, float* y) {
    __shared__ int xs[TILE][TILE], ws[TILE][TILE + 1];  // + 1: a column of ws lies in 16 banks, not in two
    int m = blockIdx.y * TILE + threadIdx.y, n = blockIdx.x * TILE + threadIdx.x;
    int w_row = blockIdx.x * TILE + threadIdx.y;        // x runs along a row of W, too, while it is fetched
    int sum = 0;                                        // at most 256 * 127 * 127: far from 2^31
    for (int k = 0; k < K / 4; k += TILE) {
        xs[threadIdx.y][threadIdx.x] = m < M ? x[m * (K / 4) + k + threadIdx.x] : 0;  // zeros behind the last row
        ws[threadIdx.y][threadIdx.x] = w_row < N ? w[w_row * (K / 4) + k + threadIdx.x] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; ++i) sum = __dp4a(xs[threadIdx.y][i], ws[threadIdx.x][i], sum);
        __syncthreads();                                // nobody fills the tiles while others still read them
    }
    if (m < M && n < N) y[m * N + n] = sum * sx[m] * sw[n];  // the scales come once, at the end
}
//@endanchor w8a8

// ---- 4 bits: groups of 32 weights with a scale of their own, w = d * (q - 8). 18 bytes for 32: 4.5 bits a weight. ----

//@anchor w4
struct Group {
    __half d;
    unsigned char qs[16];  // byte i: weight i in its low half, i + 16 above
};

// A turn takes one group of each of the block's 16 rows of W: 256 bytes, one a
// thread, two weights each. They become floats in shared memory, nowhere else.
// In device memory they would take 4 bytes to write and 4 to read, for 0.5625.
__global__ void gemm_4(const float* x, const Group* w, float* y) {
    // 48: a warp has two rows of xs, and reads both from other banks.
    __shared__ float xs[TILE][48], ws[TILE][33];
    int m = blockIdx.y * TILE + threadIdx.y;
    int n = blockIdx.x * TILE + threadIdx.x;
    int w_row = blockIdx.x * TILE + threadIdx.y;
    float sum = 0.0f;
    for (int g = 0; g < K / 32; ++g) {
        int at = 32 * g + threadIdx.x;
        xs[threadIdx.y][threadIdx.x] = m < M ? x[m * K + at] : 0.0f;
        xs[threadIdx.y][threadIdx.x + 16] = m < M ? x[m * K + at + 16] : 0.0f;
        float low = 0.0f, high = 0.0f;
        if (w_row < N) {
            const Group& group = w[w_row * (K / 32) + g];
            int byte = group.qs[threadIdx.x];
            float d = __half2float(group.d);
            low = d * ((byte & 15) - 8);
            high = d * ((byte >> 4) - 8);
        }
        ws[threadIdx.y][threadIdx.x] = low;
        ws[threadIdx.y][threadIdx.x + 16] = high;
        __syncthreads();
        for (int i = 0; i < 32; ++i) {
            sum += xs[threadIdx.y][i] * ws[threadIdx.x][i];
        }
        __syncthreads();
    }
    if (m < M && n < N) y[m * N + n] = sum;
}
//@endanchor w4
// Each row of blocks unpacks every weight again: once for each 16 tokens. At one token that is no loss; with thousands of
// them it pays to unpack once, write 16-bit weights and hand them to a fast product.

// ---- The host's half: into few bits, and the results that are right. ----

//@anchor quantise
// A row in 8 bits: the largest becomes 127 or -127. nearbyint rounds half to even.
float quantise_8(const float* from, signed char* to) {
    float largest = 0.0f;
    for (int k = 0; k < K; ++k) largest = fmaxf(largest, fabsf(from[k]));
    float scale = largest / 127.0f;
    for (int k = 0; k < K; ++k) to[k] = scale == 0.0f ? 0 : (signed char)nearbyintf(from[k] / scale);
    return scale;
}

// A group in 4 bits: the number of the largest size becomes -8, the one end that has no partner. So d may be negative.
Group quantise_4(const float* from) {
    float largest = 0.0f;
    for (int i = 0; i < 32; ++i) {
        if (fabsf(from[i]) > fabsf(largest)) largest = from[i];
    }
    Group group;
    group.d = __float2half(largest / -8.0f);
    float d = __half2float(group.d);     // as it is stored: the values must fit that one
    for (int i = 0; i < 16; ++i) {
        int q[2];
        for (int half = 0; half < 2; ++half) {
            float steps = d == 0.0f ? 0.0f : nearbyintf(from[i + 16 * half] / d);
            q[half] = std::min(std::max((int)steps, -8), 7) + 8;  // +8 * d does not exist: 7 is the other end
        }
        group.qs[i] = (unsigned char)(q[0] | q[1] << 4);
    }
    return group;
}
//@endanchor quantise

float weight_4(const Group* row, int k) {
    const Group& group = row[k / 32];
    int byte = group.qs[k % 16];
    return __half2float(group.d) * ((k % 32 < 16 ? byte & 15 : byte >> 4) - 8);
}

template <class T>
T* on_device(const std::vector<T>& v) {
    T* p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

// The results of a format against those of the floats: the root of the mean square of the difference, over that of the result.
double off(const std::vector<float>& y, const std::vector<double>& exact) {
    double off = 0.0, size = 0.0;
    for (size_t i = 0; i < y.size(); ++i) {
        off += (y[i] - exact[i]) * (y[i] - exact[i]);
        size += exact[i] * exact[i];
    }
    return sqrt(off / size);
}

int main() {
    std::vector<float> x, w;
    unsigned int noise = 7;
    auto draw = [&] {                    // a sum of four is more often small than large, as weights are
        int sum = 0;
        for (int i = 0; i < 4; ++i) {
            noise = noise * 1664525u + 1013904223u;
            sum += (int)(noise >> 16) - 32768;
        }
        return sum / 65536.0f;
    };
    for (int i = 0; i < M * K; ++i) x.push_back(draw());
    for (int i = 0; i < N * K; ++i) w.push_back(draw() / 16.0f);

    std::vector<signed char> x8(M * K), w8(N * K);
    std::vector<float> sx(M), sw(N);
    for (int m = 0; m < M; ++m) sx[m] = quantise_8(&x[m * K], &x8[m * K]);
    for (int n = 0; n < N; ++n) sw[n] = quantise_8(&w[n * K], &w8[n * K]);
    std::vector<Group> w4;
    for (int i = 0; i < N * K; i += 32) w4.push_back(quantise_4(&w[i]));

    float* y;
    cudaMalloc(&y, M * N * sizeof(float));
    std::vector<float> y8(M * N), y4(M * N);
    dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), block(TILE, TILE);

    signed char *dx8 = on_device(x8), *dw8 = on_device(w8);
    float *dsx = on_device(sx), *dsw = on_device(sw), *dx = on_device(x);
    Group* dw4 = on_device(w4);
    // cudaMalloc gives multiples of 256, and rows have K = 256 bytes: every word of four is aligned.
    gemm_8<<<grid, block>>>((const int*)dx8, (const int*)dw8, dsx, dsw, y);
    cudaMemcpy(y8.data(), y, M * N * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemset(y, 0xff, M * N * sizeof(float));
    gemm_4<<<grid, block>>>(dx, dw4, y);
    cudaMemcpy(y4.data(), y, M * N * sizeof(float), cudaMemcpyDeviceToHost);

    //@anchor verdict
    int wrong_8 = 0, wrong_4 = 0;
    std::vector<double> exact(M * N);
    for (int m = 0; m < M; ++m) {
        for (int n = 0; n < N; ++n) {
            int sum_8 = 0;
            double sum = 0.0, sum_4 = 0.0, sizes = 0.0;
            for (int k = 0; k < K; ++k) {
                sum += (double)x[m * K + k] * w[n * K + k];
                sum_8 += x8[m * K + k] * w8[n * K + k];
                double product = (double)x[m * K + k] * weight_4(&w4[n * (K / 32)], k);
                sum_4 += product;
                sizes += fabs(product);
            }
            exact[m * N + n] = sum;
            // Integers are exact in any order, and the two products by scales are rounded here as there.
            wrong_8 += y8[m * N + n] != sum_8 * sx[m] * sw[n];
            // K products and K sums, each rounded by at most 2^-24 of what it is; no partial sum is larger than `sizes`.
            double allowed = 2.0 * K / (1 << 24) * sizes;
            wrong_4 += !(fabs(y4[m * N + n] - sum_4) <= allowed);
        }
    }
    //@endanchor verdict
    printf("%d x %d times %d x %d\n", M, K, K, N);
    printf("weights: %d bytes in 32 bits, %d in 8, %d in 4 with scales (4.5 bits each)\n", N * K * 4,
           (int)w8.size(), (int)(w4.size() * sizeof(Group)));
    printf("8 bits: %d of %d results wrong; %.1f %% off the product of floats\n", wrong_8, M * N, 100.0 * off(y8, exact));
    printf("4 bits: %d of %d results wrong; %.1f %% off the product of floats\n", wrong_4, M * N, 100.0 * off(y4, exact));

    cudaFree(dx8);
    cudaFree(dw8);
    cudaFree(dsx);
    cudaFree(dsw);
    cudaFree(dx);
    cudaFree(dw4);
    cudaFree(y);
    return wrong_8 + wrong_4 != 0;
}

// What it says (tests/examples.rs holds it to that). 20 rows are two rows of tiles, so 8-bit weights are asked for twice.
//$ run
//> 20 x 256 times 256 x 72
//> weights: 73728 bytes in 32 bits, 18432 in 8, 10368 in 4 with scales (4.5 bits each)
//> 8 bits: 0 of 1440 results wrong; 0.9 % off the product of floats
//> 4 bits: 0 of 1440 results wrong; 8.6 % off the product of floats
//$ profile --device h100
//~ loads: moved in sectors 36 KiB 18 KiB at least
//~ loads: moved in sectors 87.8 KiB 10.1 KiB at least
