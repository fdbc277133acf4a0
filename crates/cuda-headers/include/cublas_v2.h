// cuBLAS, the functions that programs compare themselves with: vectors, matrix times vector, matrix times matrix.
// The rule: column-major as cuBLAS, simple kernels, sums in one fixed order; accumulation in float (double for double).
// Next: simt/cublas_gemm.h, the kernels; simt/cublas_setup.h, handles; simt/cublas_level2.h, the other shapes.
#pragma once
#define CUBLAS_V2_H_
#define CUBLAS_API_H_
#include <cuda_bf16.h>
#include <simt/cublas_gemm.h>
#include <simt/cublas_number.h>

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL } cublasFillMode_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_FP32_EMULATED_BF16X9_MATH = 4, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2, CUBLAS_GEMM_ALGO3 = 3, CUBLAS_GEMM_ALGO4 = 4, CUBLAS_GEMM_ALGO5 = 5,
    CUBLAS_GEMM_ALGO6 = 6, CUBLAS_GEMM_ALGO7 = 7, CUBLAS_GEMM_ALGO8 = 8, CUBLAS_GEMM_ALGO9 = 9,
    CUBLAS_GEMM_ALGO10 = 10, CUBLAS_GEMM_ALGO11 = 11, CUBLAS_GEMM_ALGO12 = 12, CUBLAS_GEMM_ALGO13 = 13,
    CUBLAS_GEMM_ALGO14 = 14, CUBLAS_GEMM_ALGO15 = 15, CUBLAS_GEMM_ALGO16 = 16, CUBLAS_GEMM_ALGO17 = 17,
    CUBLAS_GEMM_ALGO18 = 18, CUBLAS_GEMM_ALGO19 = 19, CUBLAS_GEMM_ALGO20 = 20, CUBLAS_GEMM_ALGO21 = 21,
    CUBLAS_GEMM_ALGO22 = 22, CUBLAS_GEMM_ALGO23 = 23, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100, CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
    CUBLAS_GEMM_ALGO2_TENSOR_OP = 102, CUBLAS_GEMM_ALGO3_TENSOR_OP = 103, CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
    CUBLAS_GEMM_ALGO5_TENSOR_OP = 105, CUBLAS_GEMM_ALGO6_TENSOR_OP = 106, CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
    CUBLAS_GEMM_ALGO8_TENSOR_OP = 108, CUBLAS_GEMM_ALGO9_TENSOR_OP = 109, CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
    CUBLAS_GEMM_ALGO11_TENSOR_OP = 111, CUBLAS_GEMM_ALGO12_TENSOR_OP = 112, CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
    CUBLAS_GEMM_ALGO14_TENSOR_OP = 114, CUBLAS_GEMM_ALGO15_TENSOR_OP = 115
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;
typedef cudaDataType cublasDataType_t;
typedef struct __simt_cublas { cudaStream_t stream; cublasMath_t math; cublasPointerMode_t mode; cublasAtomicsMode_t atomics; } *cublasHandle_t;

#include <simt/cublas_setup.h>

// ---- matrix times matrix ----
#define SIMT_GEMM(letter, T, gemm, batched, type, many)                                                                \
    inline cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,      \
                               const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) {\
        int wrong = __simt_misfit(ta, tb, m, n, k, lda, ldb, ldc);                                                     \
        if (!h || wrong) return __simt_misfit_told(h, letter "GEMM", wrong);                                           \
        __simt_matrices x = {a, b, c, type, type, type, lda, ldb, ldc, 0, 0, 0, ta != CUBLAS_OP_N, tb != CUBLAS_OP_N}; \
        __simt_run_gemm<many>(x, m, n, k, 1, __simt_scalar(alpha), __simt_scalar(beta), h->stream);                    \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t batched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,   \
                                  const T *alpha, const T *a, int lda, long long as, const T *b, int ldb,              \
                                  long long bs, const T *beta, T *c, int ldc, long long cs, int count) {               \
        int wrong = __simt_misfit(ta, tb, m, n, k, lda, ldb, ldc);                                                     \
        if (!h || wrong) return __simt_misfit_told(h, nullptr, wrong);                                                 \
        __simt_matrices x = {a, b, c, type, type, type, lda, ldb, ldc, as, bs, cs, ta != CUBLAS_OP_N,                  \
                             tb != CUBLAS_OP_N};                                                                       \
        __simt_run_gemm<many>(x, m, n, k, count, __simt_scalar(alpha), __simt_scalar(beta), h->stream);                \
        return __simt_cublas_status();                                                                                 \
    }
SIMT_GEMM("S", float, cublasSgemm, cublasSgemmStridedBatched, CUDA_R_32F, float)
SIMT_GEMM("D", double, cublasDgemm, cublasDgemmStridedBatched, CUDA_R_64F, double)
SIMT_GEMM("H", __half, cublasHgemm, cublasHgemmStridedBatched, CUDA_R_16F, float)
#undef SIMT_GEMM
// Of matrices that are anywhere: where they are, the device's memory says.
#define SIMT_GEMM_EACH(T, name, one)                                                                                   \
    inline cublasStatus_t name(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,      \
                               const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, const T *beta, \
                               T *const c[], int ldc, int count) {                                                     \
        for (int i = 0; i < count; i++) {                                                                              \
            T *at[3];                                                                                                  \
            __simt_cuda_memcpy(&at[0], a + i, sizeof(T *), cudaMemcpyDefault);                                         \
            __simt_cuda_memcpy(&at[1], b + i, sizeof(T *), cudaMemcpyDefault);                                         \
            __simt_cuda_memcpy(&at[2], c + i, sizeof(T *), cudaMemcpyDefault);                                         \
            cublasStatus_t status = one(h, ta, tb, m, n, k, alpha, at[0], lda, at[1], ldb, beta, at[2], ldc);          \
            if (status != CUBLAS_STATUS_SUCCESS) return status;                                                        \
        }                                                                                                              \
        return CUBLAS_STATUS_SUCCESS;                                                                                  \
    }
SIMT_GEMM_EACH(float, cublasSgemmBatched, cublasSgemm)
SIMT_GEMM_EACH(double, cublasDgemmBatched, cublasDgemm)
SIMT_GEMM_EACH(__half, cublasHgemmBatched, cublasHgemm)
#undef SIMT_GEMM_EACH
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,
                                                 int n, int k, const void *alpha, const void *a, cudaDataType at,
                                                 int lda, long long as, const void *b, cudaDataType bt, int ldb,
                                                 long long bs, const void *beta, void *c, cudaDataType ct, int ldc,
                                                 long long cs, int count, int compute, cublasGemmAlgo_t algorithm) {
    int wrong = __simt_misfit(ta, tb, m, n, k, lda, ldb, ldc);
    if (!h || wrong) return __simt_misfit_told(h, nullptr, wrong);
    if (!__simt_words(at, a, lda, as) || !__simt_words(bt, b, ldb, bs)) return CUBLAS_STATUS_NOT_SUPPORTED;
    __simt_matrices x = {a, b, c, at, bt, ct, lda, ldb, ldc, as, bs, cs, ta != CUBLAS_OP_N, tb != CUBLAS_OP_N};
    if (compute == CUBLAS_COMPUTE_64F || compute == CUDA_R_64F) {
        __simt_run_gemm<double>(x, m, n, k, count, __simt_scalar((const double *)alpha),
                                __simt_scalar((const double *)beta), h->stream);
        return __simt_cublas_status();
    }
    if (compute == CUBLAS_COMPUTE_32I || compute == CUDA_R_32I) {
        __simt_run_gemm<double>(x, m, n, k, count, __simt_scalar((const int *)alpha), __simt_scalar((const int *)beta),
                                h->stream);
        return __simt_cublas_status();
    }
    bool half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC || compute == CUDA_R_16F;
    double by = half ? __simt_scalar((const __half *)alpha) : __simt_scalar((const float *)alpha);
    double plus = half ? __simt_scalar((const __half *)beta) : __simt_scalar((const float *)beta);
    __simt_run_gemm<float>(x, m, n, k, count, by, plus, h->stream);
    return __simt_cublas_status();
}
inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                   const void *alpha, const void *a, cudaDataType at, int lda, const void *b,
                                   cudaDataType bt, int ldb, const void *beta, void *c, cudaDataType ct, int ldc,
                                   int compute, cublasGemmAlgo_t algorithm) {
    return cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, alpha, a, at, lda, 0, b, bt, ldb, 0, beta, c, ct, ldc, 0, 1,
                                      compute, algorithm);
}
inline cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                    const float *alpha, const void *a, cudaDataType at, int lda, const void *b,
                                    cudaDataType bt, int ldb, const float *beta, void *c, cudaDataType ct, int ldc) {
    return cublasGemmEx(h, ta, tb, m, n, k, alpha, a, at, lda, b, bt, ldb, beta, c, ct, ldc, CUBLAS_COMPUTE_32F,
                        CUBLAS_GEMM_DEFAULT);
}

// ---- vectors, and matrix times vector ----
#define SIMT_LEVEL(T, letter, amax, amin, type)                                                                        \
    inline cublasStatus_t cublas##letter##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int xs, T *y,      \
                                               int ys) {                                                               \
        if (n > 0)                                                                                                     \
            __simt_axpy<<<(n + 255) / 256, 256, 0, h->stream>>>(n, (T)__simt_scalar(alpha), __simt_first(x, n, xs), xs,\
                                                                __simt_first(y, n, ys), ys);                           \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##scal(cublasHandle_t h, int n, const T *alpha, T *x, int xs) {                \
        if (n > 0) __simt_scal<<<(n + 255) / 256, 256, 0, h->stream>>>(n, (T)__simt_scalar(alpha), x, xs);             \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##copy(cublasHandle_t h, int n, const T *x, int xs, T *y, int ys) {            \
        if (n > 0) __simt_exchange<<<(n + 255) / 256, 256, 0, h->stream>>>(n, (T *)__simt_first(x, n, xs), xs, __simt_first(y, n, ys), ys, false);               \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##swap(cublasHandle_t h, int n, T *x, int xs, T *y, int ys) {                  \
        if (n > 0) __simt_exchange<<<(n + 255) / 256, 256, 0, h->stream>>>(n, __simt_first(x, n, xs), xs, __simt_first(y, n, ys), ys, true);                     \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##dot(cublasHandle_t h, int n, const T *x, int xs, const T *y, int ys,         \
                                              T *result) {                                                             \
        __simt_sum(h->stream, n, __simt_first(x, n, xs), xs, __simt_first(y, n, ys), ys, 0, result);                                                             \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##nrm2(cublasHandle_t h, int n, const T *x, int xs, T *result) {               \
        __simt_sum(h->stream, n, x, xs, x, xs, 1, result);                                                             \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##asum(cublasHandle_t h, int n, const T *x, int xs, T *result) {               \
        __simt_sum(h->stream, n, x, xs, x, xs, 2, result);                                                             \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t amax(cublasHandle_t h, int n, const T *x, int xs, int *result) {                             \
        __simt_extreme(h->stream, n, x, xs, true, result);                                                             \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t amin(cublasHandle_t h, int n, const T *x, int xs, int *result) {                             \
        __simt_extreme(h->stream, n, x, xs, false, result);                                                            \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##gemv(cublasHandle_t h, cublasOperation_t t, int m, int n, const T *alpha,    \
                                               const T *a, int lda, const T *x, int xs, const T *beta, T *y, int ys) { \
        int rows = t == CUBLAS_OP_N ? m : n, columns = t == CUBLAS_OP_N ? n : m;                                       \
        if (rows > 0)                                                                                                  \
            __simt_gemv<<<(rows + 127) / 128, 128, 0, h->stream>>>(rows, columns, t != CUBLAS_OP_N,                    \
                                                                   (T)__simt_scalar(alpha), a, lda,                    \
                                                                   __simt_first(x, columns, xs), xs,                   \
                                                                   (T)__simt_scalar(beta), __simt_first(y, rows, ys),  \
                                                                   ys);                     \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int xs,      \
                                              const T *y, int ys, T *a, int lda) {                                     \
        if (m > 0 && n > 0)                                                                                            \
            __simt_ger<<<dim3((m + 127) / 128, n), 128, 0, h->stream>>>(m, (T)__simt_scalar(alpha),                    \
                                                                        __simt_first(x, m, xs), xs,                    \
                                                                        __simt_first(y, n, ys), ys, a, lda);                                          \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m,    \
                                               int n, const T *alpha, const T *a, int lda, const T *beta, const T *b,  \
                                               int ldb, T *c, int ldc) {                                               \
        if (m > 0 && n > 0)                                                                                            \
            __simt_geam<<<dim3((m + 127) / 128, n), 128, 0, h->stream>>>(                                              \
                m, (T)__simt_scalar(alpha), a, lda, ta != CUBLAS_OP_N, (T)__simt_scalar(beta), b, ldb,                 \
                tb != CUBLAS_OP_N, c, ldc);                                                                            \
        return __simt_cublas_status();                                                                                 \
    }
SIMT_LEVEL(float, S, cublasIsamax, cublasIsamin, CUDA_R_32F)
SIMT_LEVEL(double, D, cublasIdamax, cublasIdamin, CUDA_R_64F)
#undef SIMT_LEVEL
#include <simt/cublas_ex.h>
#include <simt/cublas_names.h>
