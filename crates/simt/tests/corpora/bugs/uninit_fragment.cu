// The accumulator of a product of matrices is never filled.
// buffer: a u16[256] = 0
// buffer: b u16[256] = 0
// buffer: c f32[256] = 0
// launch: k<<<1, 32>>>(a, b, c)
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half* a, const half* b, float* c) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(sum, fa, fb, sum); //~ uninitialised
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
/*~
error[F0105]: what is stored depends on `sum.x[0]`, which was never written
  --> uninit_fragment.cu:14:5
   |
14 |     wmma::mma_sync(sum, fa, fb, sum); //~ uninitialised
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. read here
15 |     wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
   |     -------------------------------------------------------- 2. stored here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0)
   = note: it happened 256 times
   = help: give the variable a value where it is declared
*/
