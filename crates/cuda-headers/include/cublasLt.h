// cuBLASLt's names, as far as programs set it up: handles. Its products are not here.
// Next: cublas_v2.h.
#pragma once
#include <cublas_v2.h>
typedef struct cublasLtContext *cublasLtHandle_t;
inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *h) {
    *h = (cublasLtHandle_t)malloc(8);
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t h) {
    free(h);
    return CUBLAS_STATUS_SUCCESS;
}
