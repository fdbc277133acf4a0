// buffer: a u16[256] = 0
// buffer: b u16[256] = 0
// buffer: c f32[256] = 0
// buffer: wrong i32[1] = 0
// launch: fill<<<1, 256>>>(a, b)
// launch: k<<<1, 32>>>(a, b, c)
// launch: compare<<<1, 256>>>(a, b, c, wrong)
// expect: wrong = 0
#include <mma.h>
#include <cuda_fp16.h>
using namespace nvcuda;
__global__ void k(const half* a, const half* b, float* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

__global__ void fill(half* a, half* b) {
    a[threadIdx.x] = __float2half((float)(int)(threadIdx.x % 13) - 6);
    b[threadIdx.x] = __float2half((float)(int)(threadIdx.x % 7) - 3);
}
__global__ void compare(const half* a, const half* b, const float* c, int* wrong) {
    int row = threadIdx.x / 16, column = threadIdx.x % 16;
    float sum = 0;
    for (int i = 0; i < 16; i++) sum += __half2float(a[row * 16 + i]) * __half2float(b[i * 16 + column]);
    if (sum != c[threadIdx.x]) atomicAdd(wrong, 1);
}
