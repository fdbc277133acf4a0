// cuBLAS, the functions that programs compare themselves with: vectors, matrix times vector, matrix times matrix.
// The rule: column-major as cuBLAS, simple kernels, sums in one fixed order; accumulation in float (double for double).
// Next: simt/cublas_gemm.h, the kernels.
#pragma once
#define CUBLAS_V2_H_
#define CUBLAS_API_H_
#include <cuda_bf16.h>
#include <simt/cublas_gemm.h>

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
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef struct __simt_cublas { cudaStream_t stream; cublasMath_t math; cublasPointerMode_t mode; } *cublasHandle_t;

inline cublasStatus_t cublasCreate(cublasHandle_t *h) {
    *h = (cublasHandle_t)malloc(sizeof(__simt_cublas));
    (*h)->stream = 0;
    (*h)->math = CUBLAS_DEFAULT_MATH;
    (*h)->mode = CUBLAS_POINTER_MODE_HOST;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t h) {
    free(h);
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetStream(cublasHandle_t h, cudaStream_t stream) {
    h->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetStream(cublasHandle_t h, cudaStream_t *stream) {
    *stream = h->stream;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetMathMode(cublasHandle_t h, cublasMath_t mode) {
    h->math = mode;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetMathMode(cublasHandle_t h, cublasMath_t *mode) {
    *mode = h->math;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetPointerMode(cublasHandle_t h, cublasPointerMode_t mode) {
    h->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t h, void *p, size_t bytes) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetVersion(cublasHandle_t h, int *version) {
    *version = 130000;
    return CUBLAS_STATUS_SUCCESS;
}
inline const char *cublasGetStatusString(cublasStatus_t s) {
    return s == CUBLAS_STATUS_SUCCESS ? "success" : "the function did not succeed";
}
inline const char *cublasGetStatusName(cublasStatus_t s) {
    return s == CUBLAS_STATUS_SUCCESS         ? "CUBLAS_STATUS_SUCCESS"
           : s == CUBLAS_STATUS_INVALID_VALUE ? "CUBLAS_STATUS_INVALID_VALUE"
                                              : "CUBLAS_STATUS_EXECUTION_FAILED";
}
inline cublasStatus_t __simt_cublas_status() {
    return cudaPeekAtLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
inline cublasStatus_t cublasSetVector(int n, int size, const void *from, int from_step, void *to, int to_step) {
    cudaMemcpy2D(to, (size_t)to_step * size, from, (size_t)from_step * size, size, n, cudaMemcpyHostToDevice);
    return __simt_cublas_status();
}
inline cublasStatus_t cublasGetVector(int n, int size, const void *from, int from_step, void *to, int to_step) {
    cudaMemcpy2D(to, (size_t)to_step * size, from, (size_t)from_step * size, size, n, cudaMemcpyDeviceToHost);
    return __simt_cublas_status();
}
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *from, int lda, void *to, int ldb) {
    size_t bytes = (size_t)rows * size;
    cudaMemcpy2D(to, (size_t)ldb * size, from, (size_t)lda * size, bytes, columns, cudaMemcpyHostToDevice);
    return __simt_cublas_status();
}
inline cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *from, int lda, void *to, int ldb) {
    size_t bytes = (size_t)rows * size;
    cudaMemcpy2D(to, (size_t)ldb * size, from, (size_t)lda * size, bytes, columns, cudaMemcpyDeviceToHost);
    return __simt_cublas_status();
}

// ---- matrix times matrix ----
#define SIMT_GEMM(T, gemm, batched, type, many)                                                                        \
    inline cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,      \
                               const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) {\
        __simt_matrices x = {a, b, c, type, type, type, lda, ldb, ldc, 0, 0, 0, ta != CUBLAS_OP_N, tb != CUBLAS_OP_N}; \
        __simt_run_gemm<many>(x, m, n, k, 1, __simt_scalar(alpha), __simt_scalar(beta), h->stream);                    \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t batched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,   \
                                  const T *alpha, const T *a, int lda, long long as, const T *b, int ldb,              \
                                  long long bs, const T *beta, T *c, int ldc, long long cs, int count) {               \
        __simt_matrices x = {a, b, c, type, type, type, lda, ldb, ldc, as, bs, cs, ta != CUBLAS_OP_N,                  \
                             tb != CUBLAS_OP_N};                                                                       \
        __simt_run_gemm<many>(x, m, n, k, count, __simt_scalar(alpha), __simt_scalar(beta), h->stream);                \
        return __simt_cublas_status();                                                                                 \
    }
SIMT_GEMM(float, cublasSgemm, cublasSgemmStridedBatched, CUDA_R_32F, float)
SIMT_GEMM(double, cublasDgemm, cublasDgemmStridedBatched, CUDA_R_64F, double)
SIMT_GEMM(__half, cublasHgemm, cublasHgemmStridedBatched, CUDA_R_16F, float)
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
    __simt_matrices x = {a, b, c, at, bt, ct, lda, ldb, ldc, as, bs, cs, ta != CUBLAS_OP_N, tb != CUBLAS_OP_N};
    if (compute == CUBLAS_COMPUTE_64F || compute == CUDA_R_64F) {
        __simt_run_gemm<double>(x, m, n, k, count, __simt_scalar((const double *)alpha),
                                __simt_scalar((const double *)beta), h->stream);
        return __simt_cublas_status();
    }
    double by = __simt_scalar((const float *)alpha), plus = __simt_scalar((const float *)beta);
    if (compute == CUBLAS_COMPUTE_16F || compute == CUDA_R_16F) {
        by = __simt_scalar((const __half *)alpha);
        plus = __simt_scalar((const __half *)beta);
    } else if (compute == CUBLAS_COMPUTE_32I || compute == CUDA_R_32I) {
        by = __simt_scalar((const int *)alpha);
        plus = __simt_scalar((const int *)beta);
    }
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
        if (n > 0) __simt_axpy<<<(n + 255) / 256, 256, 0, h->stream>>>(n, (T)__simt_scalar(alpha), x, xs, y, ys);      \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##scal(cublasHandle_t h, int n, const T *alpha, T *x, int xs) {                \
        if (n > 0) __simt_scal<<<(n + 255) / 256, 256, 0, h->stream>>>(n, (T)__simt_scalar(alpha), x, xs);             \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##copy(cublasHandle_t h, int n, const T *x, int xs, T *y, int ys) {            \
        if (n > 0) __simt_exchange<<<(n + 255) / 256, 256, 0, h->stream>>>(n, (T *)x, xs, y, ys, false);               \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##swap(cublasHandle_t h, int n, T *x, int xs, T *y, int ys) {                  \
        if (n > 0) __simt_exchange<<<(n + 255) / 256, 256, 0, h->stream>>>(n, x, xs, y, ys, true);                     \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##dot(cublasHandle_t h, int n, const T *x, int xs, const T *y, int ys,         \
                                              T *result) {                                                             \
        __simt_sum(h->stream, n, x, xs, y, ys, 0, result);                                                             \
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
                                                                   (T)__simt_scalar(alpha), a, lda, x, xs,             \
                                                                   (T)__simt_scalar(beta), y, ys);                     \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##letter##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int xs,      \
                                              const T *y, int ys, T *a, int lda) {                                     \
        if (m > 0 && n > 0)                                                                                            \
            __simt_ger<<<dim3((m + 127) / 128, n), 128, 0, h->stream>>>(m, (T)__simt_scalar(alpha), x, xs, y, ys, a,   \
                                                                        lda);                                          \
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
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSgemm_v2 cublasSgemm
