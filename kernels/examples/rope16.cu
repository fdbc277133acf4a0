// Lab 1, last task: rotary embedding with 16-bit activations. What is halved, what is rounded, and what must stay in 32 bits.
//   course run kernels/examples/rope16.cu
//   course profile kernels/examples/rope16.cu      compare sectors and requests of the two kernels
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

const int TOKENS = 64, HEADS = 2, DIM = 64, PAIRS = DIM / 2;
const int N = TOKENS * HEADS * DIM;

// A thread for each pair, which it reads and writes at once.
__global__ void rope32(float2* x, const int* pos, const float* inv_freq) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N / 2) return;
    float s, c;
    sincosf(pos[i / (HEADS * PAIRS)] * inv_freq[i % PAIRS], &s, &c);
    float2 v = x[i];
    x[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}

//@anchor half
// 16 bits in memory, 32 in registers: a pair is one half2, the angle a float.
__global__ void rope16(half2* x, const int* pos, const float* inv_freq) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N / 2) return;
    float s, c;
    sincosf(pos[i / (HEADS * PAIRS)] * inv_freq[i % PAIRS], &s, &c);
    float2 v = __half22float2(x[i]);
    x[i] = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
}
//@endanchor half

// A mistake: the angle in 16 bits, too. Whole numbers above 2,048 are rounded, and above 65,504 there are none.
__global__ void narrow(half2* x, const int* pos, const float* inv_freq) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N / 2) return;
    half angle = __hmul(__float2half(pos[i / (HEADS * PAIRS)]), __float2half(inv_freq[i % PAIRS]));
    float s, c;
    sincosf(__half2float(angle), &s, &c);
    float2 v = __half22float2(x[i]);
    x[i] = __floats2half2_rn(v.x * c - v.y * s, v.x * s + v.y * c);
}

// Pairs of length 1, turned in double precision from the same frequencies.
void report(const char* name, const std::vector<float>& got, const std::vector<int>& pos, const std::vector<float>& freq) {
    double most = 0.0;
    int broken = 0;
    for (int i = 0; i < N / 2; i++) {
        double angle = pos[i / (HEADS * PAIRS)] * (double)freq[i % PAIRS];
        double off = std::hypot(got[2 * i] - std::cos(angle), got[2 * i + 1] - std::sin(angle));
        if (!(off < 3.0)) broken++;
        else if (off > most) most = off;
    }
    printf("%-7s %2d bytes a pair, off by %.1e at most, %d of %d pairs are no numbers\n", name,
           name[4] == '3' ? 8 : 4, most, broken, N / 2);
}

int main() {
    std::vector<int> pos(TOKENS);
    for (int t = 0; t < TOKENS; t++) pos[t] = t * 131071 / (TOKENS - 1);
    std::vector<float> freq(PAIRS), x(N), got(N);
    for (int j = 0; j < PAIRS; j++) freq[j] = std::pow(10000.0, -2.0 * j / DIM);
    for (int i = 0; i < N; i++) x[i] = i % 2 == 0 ? 1.0f : 0.0f;
    std::vector<half> small(N);

    int* on_pos;
    float *on_freq, *on_x;
    half* on_small;
    cudaMalloc(&on_pos, TOKENS * sizeof(int));
    cudaMalloc(&on_freq, PAIRS * sizeof(float));
    cudaMalloc(&on_x, N * sizeof(float));
    cudaMalloc(&on_small, N * sizeof(half));
    cudaMemcpy(on_pos, pos.data(), TOKENS * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(on_freq, freq.data(), PAIRS * sizeof(float), cudaMemcpyHostToDevice);

    cudaMemcpy(on_x, x.data(), N * sizeof(float), cudaMemcpyHostToDevice);
    rope32<<<N / 2 / 128, 128>>>((float2*)on_x, on_pos, on_freq);
    cudaMemcpy(got.data(), on_x, N * sizeof(float), cudaMemcpyDeviceToHost);
    report("rope32", got, pos, freq);

    for (int wrong = 0; wrong < 2; wrong++) {
        for (int i = 0; i < N; i++) small[i] = __float2half(x[i]);
        cudaMemcpy(on_small, small.data(), N * sizeof(half), cudaMemcpyHostToDevice);
        if (wrong) narrow<<<N / 2 / 128, 128>>>((half2*)on_small, on_pos, on_freq);
        else rope16<<<N / 2 / 128, 128>>>((half2*)on_small, on_pos, on_freq);
        cudaMemcpy(small.data(), on_small, N * sizeof(half), cudaMemcpyDeviceToHost);
        for (int i = 0; i < N; i++) got[i] = __half2float(small[i]);
        report(wrong ? "narrow" : "rope16", got, pos, freq);
    }
    cudaFree(on_pos);
    cudaFree(on_freq);
    cudaFree(on_x);
    cudaFree(on_small);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> rope32   8 bytes a pair, off by 3.9e-03 at most, 0 of 4096 pairs are no numbers
//> rope16   4 bytes a pair, off by 4.1e-03 at most, 0 of 4096 pairs are no numbers
//> narrow   4 bytes a pair, off by 2.0e+00 at most, 2048 of 4096 pairs are no numbers
//$ profile --device a100
//~ loads: sectors a request 8
//~ loads: sectors a request 4
