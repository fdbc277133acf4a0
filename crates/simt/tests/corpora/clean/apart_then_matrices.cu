// Lanes take a lock one after the other; then the warp multiplies matrices, which takes all its lanes.
// buffer: lock i32[1] = 0
// buffer: a u16[256] = 15360
// buffer: c f32[256] = 0
// launch: k<<<1, 32>>>(lock, a, c)
// expect: lock = 32
// expect: c[i] = 16
#include <mma.h>
using namespace nvcuda;
__global__ void k(int* lock, const half* a, float* c) {
    while (atomicCAS(lock, threadIdx.x, threadIdx.x + 1) != threadIdx.x) {
    }
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
    wmma::fill_fragment(z, 0.0f);
    wmma::load_matrix_sync(x, a, 16);
    wmma::load_matrix_sync(y, a, 16);
    wmma::mma_sync(z, x, y, z);
    wmma::store_matrix_sync(c, z, 16, wmma::mem_row_major);
}
