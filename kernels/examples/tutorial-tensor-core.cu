// Tutorial, section 1: one product of 16 x 16 x 16, by the lanes of a warp and by its tensor cores.
//
// `course run kernels/examples/tutorial-tensor-core.cu`
// `course profile kernels/examples/tutorial-tensor-core.cu`: compare the warp instructions of the two kernels.
//
// nvcc needs to know that there are tensor cores: `nvcc -arch=sm_80`.

#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>

using namespace nvcuda;

const int S = 16;  // rows, columns and depth

//@anchor lanes
// 256 results, 8 a lane; each is 16 multiply-adds.
__global__ void by_lanes(const half* a, const half* b, float* c) {
    int lane = threadIdx.x, col = lane % S;
    for (int row = lane / S; row < S; row += 2) {
        float sum = 0.0f;
        for (int k = 0; k < S; ++k) {
            float x = __half2float(a[row * S + k]);
            sum += x * __half2float(b[k * S + col]);
        }
        c[row * S + col] = sum;
    }
}
//@endanchor lanes

//@anchor tensor
// The warp holds each tile together; which lane has what is the card's affair.
__global__ void by_tensor_core(const half* a, const half* b, float* c) {
    wmma::fragment<wmma::matrix_a, S, S, S, half, wmma::row_major> tile_a;
    wmma::fragment<wmma::matrix_b, S, S, S, half, wmma::row_major> tile_b;
    wmma::fragment<wmma::accumulator, S, S, S, float> sums;
    wmma::fill_fragment(sums, 0.0f);
    wmma::load_matrix_sync(tile_a, a, S);  // S: numbers from row to row
    wmma::load_matrix_sync(tile_b, b, S);
    wmma::mma_sync(sums, tile_a, tile_b, sums);  // all of the arithmetic
    wmma::store_matrix_sync(c, sums, S, wmma::mem_row_major);
}
//@endanchor tensor

int main() {
    half *a, *b;
    float* c;
    cudaMallocManaged(&a, S * S * sizeof(half));
    cudaMallocManaged(&b, S * S * sizeof(half));
    cudaMallocManaged(&c, 2 * S * S * sizeof(float));
    for (int i = 0; i < S * S; ++i) {  // small whole numbers: every sum is exact
        a[i] = __float2half((float)(i % 13 - 6));
        b[i] = __float2half((float)(i % 7 - 3));
    }
    by_lanes<<<1, 32>>>(a, b, c);
    by_tensor_core<<<1, 32>>>(a, b, c + S * S);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;

    int wrong = 0;
    for (int i = 0; i < S * S; ++i) {
        float right = 0.0f;
        for (int k = 0; k < S; ++k) {
            right += __half2float(a[i / S * S + k]) * __half2float(b[k * S + i % S]);
        }
        wrong += c[i] != right || c[S * S + i] != right;
    }
    printf("%d multiply-adds, %d of %d results wrong\n", S * S * S, wrong, S * S);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return wrong != 0;
}

//$ run
//> 4096 multiply-adds, 0 of 256 results wrong
//$ profile --device a100
//~ by_lanes<<<1, 32>>> 1 8,192 0 2 KiB 13 KiB 416
//~ by_tensor_core<<<1, 32>>> 1 8,192 0 2 KiB 3 KiB 96
//~ float arithmetic 128
//~ matrix products 2
