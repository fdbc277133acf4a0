// cuBLAS's functions on matrices of every shape, and on many small ones at once, in four kinds of numbers.
// Next: simt/cublas_ex.h, those that are told the types.
#pragma once
#include <simt/cublas_level2.h>

// C = alpha A B + beta C with A symmetric, or B A. SIMT_TURNED is what a product with itself turned does.
#define SIMT_MIRRORED(C, L, name, form)                                                                                \
    inline cublasStatus_t cublas##L##name(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,\
                                          const C *alpha, const C *a, int lda, const C *b, int ldb, const C *beta,     \
                                          C *c, int ldc) {                                                             \
        typedef __simt_worked<C>::type T;                                                                              \
        bool left = side == CUBLAS_SIDE_LEFT;                                                                          \
        __simt_shape<T> A((const T *)a, left ? m : n, lda, form, fill == CUBLAS_FILL_MODE_UPPER);                      \
        __simt_shape<T> B((const T *)b, m, ldb, false, false);                                                         \
        __simt_run_mm(h->stream, left ? A : B, left ? B : A, m, n, left ? m : n, __simt_pointed((const T *)alpha),       \
                      __simt_pointed((const T *)beta), (T *)c, ldc);                                                     \
        return __simt_cublas_status();                                                                                 \
    }
#define SIMT_BY_ITSELF(C, R, B, L, rk, r2k, rkx, turning)                                                              \
    inline cublasStatus_t cublas##L##rkx(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k,   \
                                         const C *alpha, const C *a, int lda, const C *b, int ldb, const B *beta,      \
                                         C *c, int ldc) {                                                              \
        typedef __simt_worked<C>::type T;                                                                              \
        bool turned = t != CUBLAS_OP_N;                                                                                \
        __simt_shape<T> A((const T *)a, 0, lda, turned, turning && turned);                                            \
        __simt_shape<T> second((const T *)b, 0, ldb, !turned, turning && !turned);                                     \
        __simt_run_mm(h->stream, A, second, n, n, k, __simt_pointed((const T *)alpha),                                   \
                      T(__simt_pointed((const __simt_worked<B>::type *)beta)), (T *)c, ldc,                              \
                      fill == CUBLAS_FILL_MODE_UPPER ? __simt_upper : __simt_lower);                                   \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##rk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k,    \
                                        const R *alpha, const C *a, int lda, const B *beta, C *c, int ldc) {           \
        typedef __simt_worked<C>::type T;                                                                              \
        T by(__simt_pointed((const __simt_worked<R>::type *)alpha));                                                     \
        return cublas##L##rkx(h, fill, t, n, k, (const C *)&by, a, lda, a, lda, beta, c, ldc);                         \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##r2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k,   \
                                         const C *alpha, const C *a, int lda, const C *b, int ldb, const B *beta,      \
                                         C *c, int ldc) {                                                              \
        typedef __simt_worked<C>::type T;                                                                              \
        T by = __simt_pointed((const T *)alpha);                                                                         \
        cublasStatus_t status = cublas##L##rkx(h, fill, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                 \
        if (status != CUBLAS_STATUS_SUCCESS) return status;                                                            \
        B one = 1;                                                                                                     \
        if (turning) by = __simt_conjugate(by);                                                                        \
        return cublas##L##rkx(h, fill, t, n, k, (const C *)&by, b, ldb, a, lda, &one, c, ldc);                         \
    }
#define SIMT_TRIANGLES(C, L)                                                                                           \
    inline cublasStatus_t cublas##L##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill,              \
                                          cublasOperation_t t, cublasDiagType_t diagonal, int m, int n,                \
                                          const C *alpha, const C *a, int lda, const C *b, int ldb, C *c, int ldc) {   \
        typedef __simt_worked<C>::type T;                                                                              \
        if (m <= 0 || n <= 0) return CUBLAS_STATUS_SUCCESS;                                                            \
        bool left = side == CUBLAS_SIDE_LEFT;                                                                          \
        T *aside;                                                                                                      \
        cudaMalloc((void **)&aside, (size_t)m * n * sizeof(T));                                                        \
        __simt_shape<T> A((const T *)a, left ? m : n, lda, __simt_triangular, fill == CUBLAS_FILL_MODE_UPPER);         \
        A = A.as(t != CUBLAS_OP_N, t == CUBLAS_OP_C, diagonal == CUBLAS_DIAG_UNIT);                                    \
        __simt_shape<T> B((const T *)b, m, ldb, false, false);                                                         \
        __simt_run_mm(h->stream, left ? A : B, left ? B : A, m, n, left ? m : n, __simt_pointed((const T *)alpha), T(0), \
                      aside, m);                                                                                       \
        cudaMemcpy2DAsync(c, (size_t)ldc * sizeof(T), aside, (size_t)m * sizeof(T), (size_t)m * sizeof(T), n,          \
                          cudaMemcpyDeviceToDevice, h->stream);                                                        \
        cudaFree(aside);                                                                                               \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill,              \
                                          cublasOperation_t t, cublasDiagType_t diagonal, int m, int n,                \
                                          const C *alpha, const C *a, int lda, C *b, int ldb) {                        \
        typedef __simt_worked<C>::type T;                                                                              \
        bool left = side == CUBLAS_SIDE_LEFT, turned = t != CUBLAS_OP_N;                                               \
        int size = left ? m : n, count = left ? n : m;                                                                 \
        if (m <= 0 || n <= 0) return CUBLAS_STATUS_SUCCESS;                                                            \
        __simt_shape<T> A((const T *)a, size, lda, __simt_triangular, fill == CUBLAS_FILL_MODE_UPPER);                 \
        A = A.as(left ? turned : !turned, t == CUBLAS_OP_C, diagonal == CUBLAS_DIAG_UNIT);                             \
        __simt_shape_sm<<<(count + 63) / 64, 64, 0, h->stream>>>(A, size, count, __simt_pointed((const T *)alpha),       \
                                                                 (T *)b, left ? 1ll : (long long)ldb,                  \
                                                                 left ? (long long)ldb : 1ll);                         \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##trsmBatched(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill,       \
                                                 cublasOperation_t t, cublasDiagType_t diagonal, int m, int n,         \
                                                 const C *alpha, const C *const a[], int lda, C *const b[], int ldb,   \
                                                 int count) {                                                          \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                                 \
        for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)                                             \
            status = cublas##L##trsm(h, side, fill, t, diagonal, m, n, alpha, __simt_pointed(a + i), lda,                \
                                     __simt_pointed(b + i), ldb);                                                        \
        return status;                                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const C *a, int lda,  \
                                          const C *x, int xs, C *c, int ldc) {                                         \
        typedef __simt_worked<C>::type T;                                                                              \
        bool left = side == CUBLAS_SIDE_LEFT;                                                                          \
        if (m > 0 && n > 0)                                                                                            \
            __simt_diagonal_mm<<<dim3(__simt_blocks(m), n), 128, 0, h->stream>>>(                                      \
                left, m, (const T *)a, lda, (const T *)__simt_first(x, left ? m : n, xs), xs, (T *)c, ldc);            \
        return __simt_cublas_status();                                                                                 \
    }
// Many small matrices: their addresses are in the device's memory.
#define SIMT_MANY(C, L)                                                                                                \
    inline cublasStatus_t cublas##L##getrfBatched(cublasHandle_t h, int n, C *const a[], int lda, int *pivots,         \
                                                  int *info, int count) {                                              \
        typedef __simt_worked<C>::type T;                                                                              \
        if (count > 0) __simt_lu<<<count, 32, 0, h->stream>>>(n, (T *const *)a, lda, pivots, info);                    \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##getriBatched(cublasHandle_t h, int n, const C *const a[], int lda,                \
                                                  const int *pivots, C *const c[], int ldc, int *info, int count) {    \
        typedef __simt_worked<C>::type T;                                                                              \
        if (count > 0) {                                                                                               \
            cudaMemsetAsync(info, 0, count * sizeof(int), h->stream);                                                  \
            __simt_lu_solve<<<count, 32, 0, h->stream>>>(n, n, (const T *const *)a, lda, pivots, (T *const *)c, ldc,   \
                                                         false, true);                                                 \
        }                                                                                                              \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##getrsBatched(cublasHandle_t h, cublasOperation_t t, int n, int sides,             \
                                                  const C *const a[], int lda, const int *pivots, C *const b[],        \
                                                  int ldb, int *info, int count) {                                     \
        typedef __simt_worked<C>::type T;                                                                              \
        *info = 0;                                                                                                     \
        if (count > 0)                                                                                                 \
            __simt_lu_solve<<<count, 32, 0, h->stream>>>(n, sides, (const T *const *)a, lda, pivots, (T *const *)b,    \
                                                         ldb, t != CUBLAS_OP_N, false);                                \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##matinvBatched(cublasHandle_t h, int n, const C *const a[], int lda, C *const c[], \
                                                   int ldc, int *info, int count) {                                    \
        typedef __simt_worked<C>::type T;                                                                              \
        if (n > 32) return CUBLAS_STATUS_INVALID_VALUE;                                                                \
        for (int i = 0; i < count; i++) {                                                                              \
            C *aside, **at;                                                                                            \
            int *pivots;                                                                                               \
            cudaMalloc((void **)&aside, (size_t)n * n * sizeof(C));                                                    \
            cudaMalloc((void **)&at, sizeof(C *));                                                                     \
            cudaMalloc((void **)&pivots, n * sizeof(int));                                                             \
            cudaMemcpy2D(aside, n * sizeof(C), __simt_pointed(a + i), (size_t)lda * sizeof(C), n * sizeof(C), n,         \
                         cudaMemcpyDeviceToDevice);                                                                    \
            __simt_give(at, aside);                                                                                    \
            __simt_lu<<<1, 32, 0, h->stream>>>(n, (T *const *)at, n, pivots, info + i);                                \
            __simt_lu_solve<<<1, 32, 0, h->stream>>>(n, n, (const T *const *)at, n, pivots, (T *const *)(c + i), ldc,  \
                                                     false, true);                                                     \
            cudaFree(aside);                                                                                           \
            cudaFree(at);                                                                                              \
            cudaFree(pivots);                                                                                          \
        }                                                                                                              \
        return __simt_cublas_status();                                                                                 \
    }
#define SIMT_ALL(C, L)                                                                                                 \
    SIMT_MIRRORED(C, L, symm, __simt_symmetric)                                                                        \
    SIMT_TRIANGLES(C, L)                                                                                               \
    SIMT_MANY(C, L)
SIMT_ALL(float, S)
SIMT_ALL(double, D)
SIMT_ALL(cuComplex, C)
SIMT_ALL(cuDoubleComplex, Z)
SIMT_MIRRORED(cuComplex, C, hemm, __simt_hermitian)
SIMT_MIRRORED(cuDoubleComplex, Z, hemm, __simt_hermitian)
SIMT_BY_ITSELF(float, float, float, Ssy, rk, r2k, rkx, false)
SIMT_BY_ITSELF(double, double, double, Dsy, rk, r2k, rkx, false)
SIMT_BY_ITSELF(cuComplex, float, float, Che, rk, r2k, rkx, true)
SIMT_BY_ITSELF(cuDoubleComplex, double, double, Zhe, rk, r2k, rkx, true)
#undef SIMT_ALL
#undef SIMT_MANY
#undef SIMT_TRIANGLES
#undef SIMT_BY_ITSELF
#undef SIMT_MIRRORED

// Products and sums of complex matrices.
#define SIMT_COMPLEX_PRODUCTS(C, L)                                                                                    \
    inline cublasStatus_t cublas##L##gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,  \
                                          int k, const C *alpha, const C *a, int lda, const C *b, int ldb,             \
                                          const C *beta, C *c, int ldc) {                                              \
        typedef __simt_worked<C>::type T;                                                                              \
        __simt_shape<T> A((const T *)a, m, lda, ta != CUBLAS_OP_N, ta == CUBLAS_OP_C);                                 \
        __simt_shape<T> B((const T *)b, k, ldb, tb != CUBLAS_OP_N, tb == CUBLAS_OP_C);                                 \
        __simt_run_mm(h->stream, A, B, m, n, k, __simt_pointed((const T *)alpha), __simt_pointed((const T *)beta), (T *)c, \
                      ldc);                                                                                            \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##gemmStridedBatched(                                                               \
        cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const C *alpha, const C *a, \
        int lda, long long as, const C *b, int ldb, long long bs, const C *beta, C *c, int ldc, long long cs,          \
        int count) {                                                                                                   \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                                 \
        for (long long i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)                                       \
            status = cublas##L##gemm(h, ta, tb, m, n, k, alpha, a + i * as, lda, b + i * bs, ldb, beta, c + i * cs, ldc); \
        return status;                                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,  \
                                                 int n, int k, const C *alpha, const C *const a[], int lda,            \
                                                 const C *const b[], int ldb, const C *beta, C *const c[], int ldc,    \
                                                 int count) {                                                          \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                                 \
        for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)                                             \
            status = cublas##L##gemm(h, ta, tb, m, n, k, alpha, __simt_pointed(a + i), lda, __simt_pointed(b + i), ldb,    \
                                     beta, __simt_pointed(c + i), ldc);                                                  \
        return status;                                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,  \
                                          const C *alpha, const C *a, int lda, const C *beta, const C *b, int ldb,     \
                                          C *c, int ldc) {                                                             \
        typedef __simt_worked<C>::type T;                                                                              \
        __simt_shape<T> A((const T *)a, m, lda, ta != CUBLAS_OP_N, ta == CUBLAS_OP_C);                                 \
        __simt_shape<T> B((const T *)b, m, ldb, tb != CUBLAS_OP_N, tb == CUBLAS_OP_C);                                 \
        if (m > 0 && n > 0)                                                                                            \
            __simt_shape_add<<<dim3(__simt_blocks(m), n), 128, 0, h->stream>>>(A, B, m, __simt_pointed((const T *)alpha),\
                                                                               __simt_pointed((const T *)beta), (T *)c,  \
                                                                               ldc);                                   \
        return __simt_cublas_status();                                                                                 \
    }
template <class T>
__global__ void __simt_shape_add(__simt_shape<T> a, __simt_shape<T> b, int m, T alpha, T beta, T *c, long long ldc) {
    long long i = blockIdx.x * 128ll + threadIdx.x, j = blockIdx.y;
    if (i >= m) return;
    T value = T(0);
    if (alpha != T(0)) value += alpha * a.at(i, j);
    if (beta != T(0)) value += beta * b.at(i, j);
    c[j * ldc + i] = value;
}
SIMT_COMPLEX_PRODUCTS(cuComplex, C)
SIMT_COMPLEX_PRODUCTS(cuDoubleComplex, Z)
#undef SIMT_COMPLEX_PRODUCTS
