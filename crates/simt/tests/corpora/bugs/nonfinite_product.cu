// A product of matrices of halves whose sums are beyond 65504, and one in float that is not.
// buffer: a u16[256] = 0x5bf8
// buffer: out f32[256] = 0
// launch: k<<<1, 32>>>(a, out)
// nonfinite: yes
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const __half* a, float* out) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, __half> small;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> wide;
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, a, 16);
    wmma::fill_fragment(small, __float2half(1.0f));
    wmma::fill_fragment(wide, 0.0f);
    wmma::mma_sync(small, left, right, small); //~ non-finite
    wmma::mma_sync(wide, left, right, wide);
    for (int i = 0; i < wide.num_elements; ++i) wide.x[i] += __half2float(small.x[i]) > 1.0f ? 1.0f : 0.0f;
    wmma::store_matrix_sync(out, wide, 16, wmma::mem_row_major);
}
/*~
warning[F0503]: infinity is first made here, of 16 products added to 1.0
  --> nonfinite_product.cu:18:5
   |
18 |     wmma::mma_sync(small, left, right, small); //~ non-finite
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ made here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = note: it happened 256 times
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`
*/
