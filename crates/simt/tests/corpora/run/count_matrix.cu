// A product of 16 by 16 by 16 is two instructions of tensor cores; fragments are loaded and stored in pairs of neighbours, as a device does.
// buffer: a f32[256] = 1
// buffer: h f32[128] = 0
// buffer: out f32[256] = 0
// launch: k<<<1, 32>>>(a, h, out)
// expect: out[i] = 16
// counter: flops.tensor = 8192
// counter: class.matrix = 2
// counter: h.loads.requests = 8
// counter: h.loads.bytes_requested = 1024
// counter: out.stores.requests = 4
// counter: out.stores.bytes_requested = 1024
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;
__global__ void k(const float* a, float* h, float* out) {
    __half* half = (__half*)h;
    for (int i = threadIdx.x; i < 256; i += 32) half[i] = __float2half(a[i]);
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(x, half, 16);
    wmma::load_matrix_sync(y, half, 16);
    wmma::mma_sync(sum, x, y, sum);
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}
