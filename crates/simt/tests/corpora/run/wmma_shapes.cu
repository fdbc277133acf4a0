// buffer: out f32[1792] = -1
// buffer: whole i32[256] = -1
// buffer: wide f64[64] = -1
// buffer: small u16[256] = 9
// launch: halves<<<1, 32>>>(out, small)
// launch: others<<<1, 32>>>(out, whole, wide)
// expect: out[i] = i < 256 ? sum(0, 16, ((i / 16 * 3 + j) % 7 - 3) * ((j * 5 + i % 16) % 9 - 4)) * 2 + 1 : i < 512 ? sum(0, 16, (((i - 256) / 8 * 3 + j) % 7 - 3) * ((j * 5 + i % 8) % 9 - 4)) : i < 768 ? sum(0, 16, (((i - 512) / 32 * 3 + j) % 7 - 3) * ((j * 5 + i % 32) % 9 - 4)) : i < 1024 ? sum(0, 16, (((i - 768) % 16 * 3 + j) % 7 - 3) * ((j * 5 + (i - 768) / 16) % 9 - 4)) : i < 1280 ? sum(0, 16, (((i - 1024) / 16 * 3 + j) % 7 - 3) * ((j * 5 + i % 16) % 9 - 4)) : i < 1536 ? sum(0, 8, (((i - 1280) / 16 * 3 + j) % 7 - 3) * ((j * 5 + i % 16) % 9 - 4)) : -1
// expect: whole[i] = sum(0, 16, ((i / 16 * 3 + j) % 7 - 3) * ((j * 5 + i % 16) % 9 - 4)) + 100
// expect: wide[i] = sum(0, 4, ((i / 8 * 3 + j) % 7 - 3) * ((j * 5 + i % 8) % 9 - 4)) + 0.5
// expect: small[i] = 15360
// Products of small whole numbers, which are exact in every type: each shape, each layout, each type.
#include <mma.h>
using namespace nvcuda;
template <class L> constexpr bool by_rows = false;
template <> constexpr bool by_rows<wmma::row_major> = true;
template <class T> __device__ void fill(T* a, T* b, int m, int n, int k, bool a_rows, bool b_rows) {
    for (int i = threadIdx.x; i < m * k; i += 32) a[a_rows ? i : i % k * m + i / k] = T((i / k * 3 + i % k) % 7 - 3);
    for (int i = threadIdx.x; i < k * n; i += 32) b[b_rows ? i : i % n * k + i / n] = T((i / n * 5 + i % n) % 9 - 4);
    __syncwarp();
}
template <int M, int N, class LA, class LB, class T> __device__ void product(T* a, T* b, float* out, wmma::layout_t to) {
    fill(a, b, M, N, 16, by_rows<LA>, by_rows<LB>);
    wmma::fragment<wmma::matrix_a, M, N, 16, T, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, 16, T, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, a, by_rows<LA> ? 16 : M);
    wmma::load_matrix_sync(fb, b, by_rows<LB> ? N : 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(out, fc, to == wmma::mem_row_major ? N : M, to);
    __syncwarp();
}
__global__ void halves(float* out, half* small) {
    __shared__ half a[512], b[512];
    __shared__ __nv_bfloat16 ab[256], bb[256];
    fill(a, b, 16, 16, 16, true, true);
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::fill_fragment(fc, 0.0f);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::mma_sync(fc, fa, fb, fc);
    for (int i = 0; i < fc.num_elements; i++) fc.x[i] += 1.0f;
    wmma::store_matrix_sync(out, fc, 16, wmma::mem_row_major);
    __syncwarp();
    product<32, 8, wmma::row_major, wmma::col_major>(a, b, out + 256, wmma::mem_row_major);
    product<8, 32, wmma::col_major, wmma::row_major>(a, b, out + 512, wmma::mem_row_major);
    product<16, 16, wmma::row_major, wmma::col_major>(a, b, out + 768, wmma::mem_col_major);
    product<16, 16, wmma::col_major, wmma::row_major>(ab, bb, out + 1024, wmma::mem_row_major);
    for (int i = threadIdx.x; i < 256; i += 32) {
        a[i] = __float2half(i / 16 == i % 16 ? 0.5f : 0.0f);
        b[i] = __float2half(2.0f);
    }
    __syncwarp();
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> fh;
    wmma::fill_fragment(fh, __float2half(0.0f));
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fh, fa, fb, fh);
    wmma::store_matrix_sync(small, fh, 16, wmma::mem_row_major);
}
__global__ void others(float* out, int* whole, double* wide) {
    __shared__ float a[128], b[128];
    fill(a, b, 16, 16, 8, true, true);
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::load_matrix_sync(fa, a, 8);
    wmma::load_matrix_sync(fb, b, 16);
    for (int i = 0; i < fa.num_elements; i++) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    wmma::fill_fragment(fc, 0.0f);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(out + 1280, fc, 16, wmma::mem_row_major);

    __shared__ signed char sa[256], sb[256];
    fill(sa, sb, 16, 16, 16, true, false);
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> ia;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> ib;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> ic;
    wmma::load_matrix_sync(ia, sa, 16);
    wmma::load_matrix_sync(ib, sb, 16);
    wmma::fill_fragment(ic, 100);
    wmma::mma_sync(ic, ia, ib, ic);
    wmma::store_matrix_sync(whole, ic, 16, wmma::mem_row_major);

    __shared__ double da[32], db[32];
    fill(da, db, 8, 8, 4, true, true);
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> xa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> xb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> xc;
    wmma::load_matrix_sync(xa, da, 4);
    wmma::load_matrix_sync(xb, db, 8);
    wmma::fill_fragment(xc, 0.5);
    wmma::mma_sync(xc, xa, xb, xc);
    wmma::store_matrix_sync(wide, xc, 8, wmma::mem_row_major);
}
