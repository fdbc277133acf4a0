// cuBLAS's handles, what is set and asked of them, its errors in words, and copies of vectors and matrices.
// Next: cublas_v2.h.
#pragma once
inline cublasStatus_t cublasCreate(cublasHandle_t *h) {
    *h = (cublasHandle_t)malloc(sizeof(__simt_cublas));
    (*h)->stream = 0;
    (*h)->math = CUBLAS_DEFAULT_MATH;
    (*h)->mode = CUBLAS_POINTER_MODE_HOST;
    (*h)->atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasDestroy(cublasHandle_t h) {
    if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
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
inline cublasStatus_t cublasGetPointerMode(cublasHandle_t h, cublasPointerMode_t *mode) {
    *mode = h->mode;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t mode) {
    h->atomics = mode;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t *mode) {
    *mode = h->atomics;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetSmCountTarget(cublasHandle_t h, int count) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetSmCountTarget(cublasHandle_t h, int *count) {
    *count = 0;
    return CUBLAS_STATUS_SUCCESS;
}
// What is logged is nothing.
typedef void (*cublasLogCallback)(const char *message);
inline cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file) {
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback) {
    *callback = 0;
    return CUBLAS_STATUS_SUCCESS;
}
inline size_t cublasGetCudartVersion() { return 13000; }
inline cublasStatus_t cublasGetProperty(libraryPropertyType which, int *value) {
    *value = which == MAJOR_VERSION ? 13 : 0;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t h, void *p, size_t bytes) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetVersion(cublasHandle_t h, int *version) {
    *version = 130000;
    return CUBLAS_STATUS_SUCCESS;
}
inline const char *cublasGetStatusName(cublasStatus_t s) {
    switch (s) {
        case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
        case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
        case CUBLAS_STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
        case CUBLAS_STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
        case CUBLAS_STATUS_ARCH_MISMATCH: return "CUBLAS_STATUS_ARCH_MISMATCH";
        case CUBLAS_STATUS_MAPPING_ERROR: return "CUBLAS_STATUS_MAPPING_ERROR";
        case CUBLAS_STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
        case CUBLAS_STATUS_INTERNAL_ERROR: return "CUBLAS_STATUS_INTERNAL_ERROR";
        case CUBLAS_STATUS_NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
        case CUBLAS_STATUS_LICENSE_ERROR: return "CUBLAS_STATUS_LICENSE_ERROR";
        default: return "CUBLAS_STATUS_UNKNOWN";
    }
}
inline const char *cublasGetStatusString(cublasStatus_t s) {
    switch (s) {
        case CUBLAS_STATUS_SUCCESS: return "success";
        case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
        case CUBLAS_STATUS_ALLOC_FAILED: return "the resource allocation failed";
        case CUBLAS_STATUS_INVALID_VALUE: return "an unsupported value or parameter was passed to the function";
        case CUBLAS_STATUS_ARCH_MISMATCH: return "an absent device architectural feature is required";
        case CUBLAS_STATUS_MAPPING_ERROR: return "an access to GPU memory space failed";
        case CUBLAS_STATUS_EXECUTION_FAILED: return "the GPU program failed to execute";
        case CUBLAS_STATUS_INTERNAL_ERROR: return "an internal operation failed";
        case CUBLAS_STATUS_NOT_SUPPORTED: return "the requested functionality is not supported";
        case CUBLAS_STATUS_LICENSE_ERROR: return "the functionality requested requires some license";
        default: return "unknown";
    }
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
#define SIMT_COPY_ASYNC(name, kind)                                                                                    \
    inline cublasStatus_t name##VectorAsync(int n, int size, const void *from, int from_step, void *to, int to_step,   \
                                            cudaStream_t stream) {                                                     \
        cudaMemcpy2DAsync(to, (size_t)to_step * size, from, (size_t)from_step * size, size, n, kind, stream);          \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t name##MatrixAsync(int rows, int columns, int size, const void *from, int lda, void *to,      \
                                            int ldb, cudaStream_t stream) {                                            \
        cudaMemcpy2DAsync(to, (size_t)ldb * size, from, (size_t)lda * size, (size_t)rows * size, columns, kind,        \
                          stream);                                                                                     \
        return __simt_cublas_status();                                                                                 \
    }
SIMT_COPY_ASYNC(cublasSet, cudaMemcpyHostToDevice)
SIMT_COPY_ASYNC(cublasGet, cudaMemcpyDeviceToHost)
#undef SIMT_COPY_ASYNC

// Which parameter of a product is wrong, by BLAS's numbers; 0 where none is.
inline int __simt_misfit(int ta, int tb, int m, int n, int k, int lda, int ldb, int ldc) {
    int a = ta == CUBLAS_OP_N ? m : k, b = tb == CUBLAS_OP_N ? k : n;
    if (m < 0) return 3;
    if (n < 0) return 4;
    if (k < 0) return 5;
    if (lda < (a > 1 ? a : 1)) return 8;
    if (ldb < (b > 1 ? b : 1)) return 10;
    return ldc < (m > 1 ? m : 1) ? 13 : 0;
}
// What cuBLAS says of it, and its status: it names the function where that is one of BLAS.
inline cublasStatus_t __simt_misfit_told(cublasHandle_t h, const char *function, int parameter) {
    if (!h) return CUBLAS_STATUS_NOT_INITIALIZED;
    if (parameter && function) printf(" ** On entry to %-6s parameter number %d had an illegal value\n", function, parameter);
    return parameter ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}
// Products of bytes are of whole words: rows begin at multiples of four.
inline bool __simt_words(cudaDataType type, const void *at, long long row, long long matrix) {
    return type != CUDA_R_8I || ((long long)at | row | matrix) % 4 == 0;
}
