// cuBLAS as it was before handles: one library for the program, letters for transposes, numbers as results.
#pragma once
#include <cublas_v2.h>
typedef cublasStatus_t cublasStatus;
inline cublasHandle_t __simt_cublas_one = nullptr;
inline cublasStatus_t __simt_cublas_last = CUBLAS_STATUS_SUCCESS;
inline cublasStatus_t __simt_cublas_done(cublasStatus_t status) {
    if (status != CUBLAS_STATUS_SUCCESS) __simt_cublas_last = status;
    return status;
}
inline cublasStatus_t cublasInit() { return __simt_cublas_one ? CUBLAS_STATUS_SUCCESS : cublasCreate(&__simt_cublas_one); }
inline cublasStatus_t cublasShutdown() {
    cublasStatus_t status = __simt_cublas_one ? cublasDestroy(__simt_cublas_one) : CUBLAS_STATUS_NOT_INITIALIZED;
    __simt_cublas_one = nullptr;
    return status;
}
inline cublasStatus_t cublasGetError() {
    cublasStatus_t last = __simt_cublas_last;
    __simt_cublas_last = CUBLAS_STATUS_SUCCESS;
    return last;
}
inline cublasStatus_t cublasAlloc(int n, int size, void **at) {
    return cudaMalloc(at, (size_t)n * size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
inline cublasStatus_t cublasFree(void *p) {
    return cudaFree(p) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
inline cublasOperation_t __simt_cublas_letter(char t) {
    return t == 'n' || t == 'N' ? CUBLAS_OP_N : t == 'c' || t == 'C' ? CUBLAS_OP_C : CUBLAS_OP_T;
}
#define SIMT_OLD_CUBLAS(S, T)                                                                                          \
    inline void cublas##S##axpy(int n, T a, const T *x, int ix, T *y, int iy) {                                        \
        __simt_cublas_done(cublas##S##axpy(__simt_cublas_one, n, &a, x, ix, y, iy));                                   \
    }                                                                                                                  \
    inline void cublas##S##scal(int n, T a, T *x, int ix) {                                                            \
        __simt_cublas_done(cublas##S##scal(__simt_cublas_one, n, &a, x, ix));                                          \
    }                                                                                                                  \
    inline void cublas##S##copy(int n, const T *x, int ix, T *y, int iy) {                                             \
        __simt_cublas_done(cublas##S##copy(__simt_cublas_one, n, x, ix, y, iy));                                       \
    }                                                                                                                  \
    inline void cublas##S##swap(int n, T *x, int ix, T *y, int iy) {                                                   \
        __simt_cublas_done(cublas##S##swap(__simt_cublas_one, n, x, ix, y, iy));                                       \
    }                                                                                                                  \
    inline T cublas##S##dot(int n, const T *x, int ix, const T *y, int iy) {                                           \
        T value = 0;                                                                                                   \
        __simt_cublas_done(cublas##S##dot(__simt_cublas_one, n, x, ix, y, iy, &value));                                \
        return value;                                                                                                  \
    }                                                                                                                  \
    inline T cublas##S##nrm2(int n, const T *x, int ix) {                                                              \
        T value = 0;                                                                                                   \
        __simt_cublas_done(cublas##S##nrm2(__simt_cublas_one, n, x, ix, &value));                                      \
        return value;                                                                                                  \
    }                                                                                                                  \
    inline T cublas##S##asum(int n, const T *x, int ix) {                                                              \
        T value = 0;                                                                                                   \
        __simt_cublas_done(cublas##S##asum(__simt_cublas_one, n, x, ix, &value));                                      \
        return value;                                                                                                  \
    }                                                                                                                  \
    inline void cublas##S##gemv(char t, int m, int n, T a, const T *A, int la, const T *x, int ix, T b, T *y, int iy) { \
        cublasOperation_t op = __simt_cublas_letter(t);                                                                \
        __simt_cublas_done(cublas##S##gemv(__simt_cublas_one, op, m, n, &a, A, la, x, ix, &b, y, iy));                 \
    }                                                                                                                  \
    inline void cublas##S##gemm(char ta, char tb, int m, int n, int k, T a, const T *A, int la, const T *B, int lb, T b, \
                                T *C, int lc) {                                                                        \
        cublasOperation_t oa = __simt_cublas_letter(ta), ob = __simt_cublas_letter(tb);                                \
        __simt_cublas_done(cublas##S##gemm(__simt_cublas_one, oa, ob, m, n, k, &a, A, la, B, lb, &b, C, lc));          \
    }
SIMT_OLD_CUBLAS(S, float)
SIMT_OLD_CUBLAS(D, double)
#undef SIMT_OLD_CUBLAS
inline int cublasIsamax(int n, const float *x, int ix) {
    int at = 0;
    __simt_cublas_done(cublasIsamax(__simt_cublas_one, n, x, ix, &at));
    return at;
}
inline int cublasIdamax(int n, const double *x, int ix) {
    int at = 0;
    __simt_cublas_done(cublasIdamax(__simt_cublas_one, n, x, ix, &at));
    return at;
}
