// cuBLAS's functions that are told the types of what they are given.
// The rule: double is computed in double, the rest in float; a whole number's product in double, which holds it exactly.
#pragma once
#include <simt/cublas_level3.h>

// A scalar of a type that is told, on either side of the bus.
inline double __simt_scalar_of(const void *p, cudaDataType type) {
    switch (type) {
        case CUDA_R_64F: return __simt_scalar((const double *)p);
        case CUDA_R_16F: return __simt_scalar((const __half *)p);
        case CUDA_R_16BF: return __simt_scalar((const __nv_bfloat16 *)p);
        case CUDA_R_32I: return __simt_scalar((const int *)p);
        default: return __simt_scalar((const float *)p);
    }
}
template <class T>
__global__ void __simt_axpy_ex(int n, T alpha, const void *x, cudaDataType xt, long long xs, void *y, cudaDataType yt,
                               long long ys, bool add) {
    long long i = blockIdx.x * 128ll + threadIdx.x;
    if (i >= n) return;
    T value = alpha * __simt_get<T>(x, i * xs, xt);
    if (add) value += __simt_get<T>(y, i * ys, yt);
    __simt_put(y, i * ys, yt, value);
}
template <class T>
__global__ void __simt_sums_ex(int n, const void *x, cudaDataType xt, long long xs, const void *y, cudaDataType yt,
                               long long ys, int what, void *out, cudaDataType to) {
    typedef cub::BlockReduce<T, 256> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    T sum = 0;
    for (long long i = threadIdx.x; i < n; i += 256) {
        T item = __simt_get<T>(x, i * xs, xt);
        sum += what == 2 ? __simt_size(item) : item * __simt_get<T>(y, i * ys, yt);
    }
    T all = Reduce(storage).Sum(sum);
    if (threadIdx.x == 0) __simt_put(out, 0, to, what == 1 ? (T)sqrt(all) : all);
}
// What a vector of a type begins at, where it is gone through backwards.
inline const void *__simt_first_of(const void *x, cudaDataType type, long long n, long long step) {
    size_t bytes = type == CUDA_R_64F ? 8 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : type == CUDA_R_8I ? 1 : 4;
    return step < 0 ? (const char *)x + (1 - n) * step * (long long)bytes : x;
}
inline cublasStatus_t __simt_run_axpy(cublasHandle_t h, int n, double alpha, const void *x, cudaDataType xt, int xs,
                                      void *y, cudaDataType yt, int ys, bool add, cudaDataType compute) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    const void *from = __simt_first_of(x, xt, n, xs);
    void *to = (void *)__simt_first_of(y, yt, n, ys);
    if (compute == CUDA_R_64F)
        __simt_axpy_ex<double><<<__simt_blocks(n), 128, 0, h->stream>>>(n, alpha, from, xt, xs, to, yt, ys, add);
    else
        __simt_axpy_ex<float><<<__simt_blocks(n), 128, 0, h->stream>>>(n, (float)alpha, from, xt, xs, to, yt, ys, add);
    return __simt_cublas_status();
}
inline cublasStatus_t __simt_run_sum(cublasHandle_t h, int n, const void *x, cudaDataType xt, int xs, const void *y,
                                     cudaDataType yt, int ys, int what, void *to, cudaDataType rt, cudaDataType compute) {
    void *out;
    cudaMalloc(&out, 8);
    const void *left = __simt_first_of(x, xt, n, xs), *right = __simt_first_of(y, yt, n, ys);
    if (compute == CUDA_R_64F)
        __simt_sums_ex<double><<<1, 256, 0, h->stream>>>(n, left, xt, xs, right, yt, ys, what, out, rt);
    else
        __simt_sums_ex<float><<<1, 256, 0, h->stream>>>(n, left, xt, xs, right, yt, ys, what, out, rt);
    size_t bytes = rt == CUDA_R_64F ? 8 : rt == CUDA_R_16F || rt == CUDA_R_16BF ? 2 : 4;
    __simt_cuda_memcpy(to, out, bytes, cudaMemcpyDefault);
    cudaFree(out);
    return __simt_cublas_status();
}
inline cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType at, const void *x,
                                   cudaDataType xt, int xs, void *y, cudaDataType yt, int ys, cudaDataType compute) {
    return __simt_run_axpy(h, n, __simt_scalar_of(alpha, at), x, xt, xs, y, yt, ys, true, compute);
}
inline cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType at, void *x, cudaDataType xt,
                                   int xs, cudaDataType compute) {
    return __simt_run_axpy(h, n, __simt_scalar_of(alpha, at), x, xt, xs, x, xt, xs, false, compute);
}
inline cublasStatus_t cublasCopyEx(cublasHandle_t h, int n, const void *x, cudaDataType xt, int xs, void *y,
                                   cudaDataType yt, int ys) {
    return __simt_run_axpy(h, n, 1.0, x, xt, xs, y, yt, ys, false, xt);
}
inline cublasStatus_t cublasDotEx(cublasHandle_t h, int n, const void *x, cudaDataType xt, int xs, const void *y,
                                  cudaDataType yt, int ys, void *result, cudaDataType rt, cudaDataType compute) {
    return __simt_run_sum(h, n, x, xt, xs, y, yt, ys, 0, result, rt, compute);
}
inline cublasStatus_t cublasDotcEx(cublasHandle_t h, int n, const void *x, cudaDataType xt, int xs, const void *y,
                                   cudaDataType yt, int ys, void *result, cudaDataType rt, cudaDataType compute) {
    return __simt_run_sum(h, n, x, xt, xs, y, yt, ys, 0, result, rt, compute);
}
inline cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x, cudaDataType xt, int xs, void *result,
                                   cudaDataType rt, cudaDataType compute) {
    return __simt_run_sum(h, n, x, xt, xs, x, xt, xs, 1, result, rt, compute);
}
inline cublasStatus_t cublasAsumEx(cublasHandle_t h, int n, const void *x, cudaDataType xt, int xs, void *result,
                                   cudaDataType rt, cudaDataType compute) {
    return __simt_run_sum(h, n, x, xt, xs, x, xt, xs, 2, result, rt, compute);
}
inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,
                                          int k, const void *alpha, const void *const a[], cudaDataType at, int lda,
                                          const void *const b[], cudaDataType bt, int ldb, const void *beta,
                                          void *const c[], cudaDataType ct, int ldc, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)
        status = cublasGemmEx(h, ta, tb, m, n, k, alpha, __simt_pointed(a + i), at, lda, __simt_pointed(b + i), bt, ldb, beta,
                              __simt_pointed(c + i), ct, ldc, compute, algorithm);
    return status;
}
