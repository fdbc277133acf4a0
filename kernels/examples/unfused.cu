// A matrix of weights in 4 bits times a vector, twice: unpacked to 16 bits by a kernel of its own, and unpacked inside the product.
//   course run kernels/examples/unfused.cu
//   course profile kernels/examples/unfused.cu      compare `moved` of the three kernels
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

const int ROWS = 512, COLS = 1024, GROUP = 128;  // a scale for 128 weights of a row
const int WORDS = COLS / 8;                      // 32-bit words of a row, each with 8 weights

//@anchor unpack
// A thread takes a word: reads 4 bytes and the group's scale, writes 8 weights of 2 bytes.
__global__ void unpack(const unsigned* packed, const half* scale, half* w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= ROWS * WORDS) return;
    unsigned word = packed[i];
    half s = scale[i * 8 / GROUP];
    half2 out[4];
    for (int pair = 0; pair < 4; pair++) {
        int low = (word >> (8 * pair) & 15) - 8, high = (word >> (8 * pair + 4) & 15) - 8;
        out[pair] = __hmul2(__halves2half2(__int2half_rn(low), __int2half_rn(high)), __half2half2(s));
    }
    ((uint4*)w)[i] = *(uint4*)out;
}
//@endanchor unpack

__device__ float warp_sum(float sum) {
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
    return sum;
}

//@anchor product
// A warp takes a row of 16-bit weights; each lane reads 8 of them, 16 bytes, at a time.
__global__ void product(const half* w, const float* x, float* y) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int word = lane; word < WORDS; word += 32) {
        uint4 eight = ((const uint4*)w)[row * WORDS + word];
        const half* v = (const half*)&eight;
        const float4 a = ((const float4*)x)[2 * word], b = ((const float4*)x)[2 * word + 1];
        sum += __half2float(v[0]) * a.x + __half2float(v[1]) * a.y + __half2float(v[2]) * a.z + __half2float(v[3]) * a.w;
        sum += __half2float(v[4]) * b.x + __half2float(v[5]) * b.y + __half2float(v[6]) * b.z + __half2float(v[7]) * b.w;
    }
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}
//@endanchor product

//@anchor fused
// A warp takes a row of packed weights; each lane reads 8 of them, 4 bytes, at a time, and unpacks them in registers.
__global__ void fused(const unsigned* packed, const half* scale, const float* x, float* y) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
    for (int word = lane; word < WORDS; word += 32) {
        unsigned eight = packed[row * WORDS + word];
        float s = __half2float(scale[(row * COLS + word * 8) / GROUP]);
        const float4 a = ((const float4*)x)[2 * word], b = ((const float4*)x)[2 * word + 1];
        const float v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        float part = 0.0f;
        for (int j = 0; j < 8; j++) part += ((int)(eight >> (4 * j) & 15) - 8) * v[j];
        sum += s * part;
    }
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}
//@endanchor fused

int main() {
    std::vector<unsigned> packed(ROWS * WORDS);
    std::vector<half> scale(ROWS * COLS / GROUP);
    std::vector<float> x(COLS), right(ROWS), one(ROWS), two(ROWS);
    unsigned noise = 7;
    for (unsigned& word : packed) word = noise = noise * 1664525u + 1013904223u;
    for (size_t g = 0; g < scale.size(); g++) scale[g] = __float2half(g % 3 ? 0.25f : 0.5f);  // so that no sum is rounded
    for (int c = 0; c < COLS; c++) x[c] = (float)(c % 7 - 3);
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLS; c++) {
            int q = (int)(packed[r * WORDS + c / 8] >> (4 * (c % 8)) & 15) - 8;
            right[r] += q * __half2float(scale[(r * COLS + c) / GROUP]) * x[c];
        }
    }

    unsigned* d_packed;
    half *d_scale, *d_w;
    float *d_x, *d_y;
    cudaMalloc(&d_packed, packed.size() * sizeof(unsigned));
    cudaMalloc(&d_scale, scale.size() * sizeof(half));
    cudaMalloc(&d_w, ROWS * COLS * sizeof(half));
    cudaMalloc(&d_x, COLS * sizeof(float));
    cudaMalloc(&d_y, ROWS * sizeof(float));
    cudaMemcpy(d_packed, packed.data(), packed.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    cudaMemcpy(d_scale, scale.data(), scale.size() * sizeof(half), cudaMemcpyHostToDevice);
    cudaMemcpy(d_x, x.data(), COLS * sizeof(float), cudaMemcpyHostToDevice);

    unpack<<<ROWS * WORDS / 256, 256>>>(d_packed, d_scale, d_w);
    product<<<ROWS * 32 / 256, 256>>>(d_w, d_x, d_y);
    cudaMemcpy(one.data(), d_y, ROWS * sizeof(float), cudaMemcpyDeviceToHost);
    fused<<<ROWS * 32 / 256, 256>>>(d_packed, d_scale, d_x, d_y);
    cudaMemcpy(two.data(), d_y, ROWS * sizeof(float), cudaMemcpyDeviceToHost);

    int equal = 0;
    for (int r = 0; r < ROWS; r++) equal += one[r] == right[r] && two[r] == right[r];
    printf("%d of %d rows are right both ways\n", equal, ROWS);
    cudaFree(d_packed);
    cudaFree(d_scale);
    cudaFree(d_w);
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}

//$ run
//> 512 of 512 rows are right both ways
//$ profile
//~ unpack<<<256, 256>>> 1 524,288 0 1.26 MiB 1.31 MiB 43,008
//~ product<<<64, 256>>> 1 1,130,496 0 1.01 MiB 5.02 MiB 164,352
//~ fused<<<64, 256>>> 1 1,261,568 0 270 KiB 4.33 MiB 141,824
//~ loads: sectors a request 32 16
