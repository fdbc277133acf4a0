// Half of a layer's weights are zero: what the zeros save in three ways of multiplying by them.
// Shown in the lesson on pruning:  course profile kernels/examples/masked.cu
#include <cstdio>
#include <cuda_fp16.h>

const int kRows = 1024;
const int kCols = 256;

//@anchor masked
// A thread owns a row; weights lie column after column, 2 bytes each.
__global__ void dense(const __half* w, const float* x, float* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < kCols; k++) {
        sum += __half2float(w[k * kRows + row]) * x[k];  // zeros, too
    }
    y[row] = sum;
}

// The same weights, and a test in front of the arithmetic.
__global__ void skip(const __half* w, const float* x, float* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < kCols; k++) {
        float weight = __half2float(w[k * kRows + row]);
        if (weight != 0.0f) sum += weight * x[k];
    }
    y[row] = sum;
}
//@endanchor masked

//@anchor packed
// Two of every four are kept: their values, and 2 bits for the place of each.
// A byte has the four places of eight weights.
__global__ void two_of_four(const __half* kept, const unsigned char* places,
                            const float* x, float* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int eight = 0; eight < kCols / 8; eight++) {
        unsigned four = places[eight * kRows + row];
        for (int i = 0; i < 4; i++) {
            int k = 8 * eight + 4 * (i / 2) + (four >> (2 * i) & 3);
            sum += __half2float(kept[(4 * eight + i) * kRows + row]) * x[k];
        }
    }
    y[row] = sum;
}
//@endanchor packed

int main() {
    __half *w, *kept;
    unsigned char* places;
    float *x, *y[3];
    cudaMallocManaged(&w, kRows * kCols * sizeof(__half));
    cudaMallocManaged(&kept, kRows * kCols / 2 * sizeof(__half));
    cudaMallocManaged(&places, kRows * kCols / 8);
    cudaMallocManaged(&x, kCols * sizeof(float));
    for (float*& of : y) cudaMallocManaged(&of, kRows * sizeof(float));
    for (int k = 0; k < kCols; k++) x[k] = (float)(k % 5 - 2);
    for (int row = 0; row < kRows; row++) {
        for (int four = 0; four < kCols / 4; four++) {
            // Two different places, which differ from row to row.
            int first = (row * 7 + four * 3) % 3, second = first + 1 + (row + four) % (3 - first);
            for (int i = 0; i < 4; i++) w[(4 * four + i) * kRows + row] = __float2half(0.0f);
            int spots[2] = {first, second};
            for (int j = 0; j < 2; j++) {
                __half value = __float2half((float)((row + four + j) % 4 + 1));
                w[(4 * four + spots[j]) * kRows + row] = value;
                kept[(2 * four + j) * kRows + row] = value;
                unsigned char& byte = places[four / 2 * kRows + row];
                if (four % 2 == 0 && j == 0) byte = 0;
                byte |= spots[j] << (2 * (four % 2 * 2 + j));
            }
        }
    }
    dense<<<kRows / 128, 128>>>(w, x, y[0]);
    skip<<<kRows / 128, 128>>>(w, x, y[1]);
    two_of_four<<<kRows / 128, 128>>>(kept, places, x, y[2]);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int different = 0;
    for (int row = 0; row < kRows; row++) different += y[0][row] != y[1][row] || y[0][row] != y[2][row];
    printf("%d x %d, half of it zero: y[0] = %g, %d rows differ\n", kRows, kCols, y[0][0], different);
    for (void* p : {(void*)w, (void*)kept, (void*)places, (void*)x}) cudaFree(p);
    for (float* of : y) cudaFree(of);
    return 0;
}

//$ run
//> 1024 x 256, half of it zero: y[0] = -3, 0 rows differ
//$ profile
//~ dense<<<8, 128>>> 1 524,288
//~ skip<<<8, 128>>> 1 262,144
//~ two_of_four<<<8, 128>>> 1 262,144
//~ float arithmetic 8,192
//~ float arithmetic 4,096
//~ loads: sectors 16,384 16,384
//~ loads: sectors 8,192 8,192
//~ loads: sectors 1,024 1,024
