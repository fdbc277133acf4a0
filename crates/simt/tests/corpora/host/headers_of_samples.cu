// The system's numbers of calls, limits beside a class template of the same name, and scalars of half precision for cuBLAS.
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <limits>
#include <sys/syscall.h>
#include <type_traits>
#include <unistd.h>
template <typename T> int sort_of(T x) {
    static_assert(std::numeric_limits<T>::is_iec559 || (std::numeric_limits<T>::is_signed && std::numeric_limits<T>::is_integer), "signed");
    return (int)x + (std::numeric_limits<T>::is_signed ? 10 : 0);
}
static thread_local long self = syscall(SYS_gettid);
int main() {
    printf("%d %d %d\n", sort_of(3), sort_of(4.5f), self > 0);
    half h[4] = {1, 2, 3, 4}, r[4], alpha = 1.0f, beta = 0.0f, *d;
    cudaMalloc(&d, 2 * sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, d, CUDA_R_16F, 2, d, CUDA_R_16F, 2, &beta, d + 4, CUDA_R_16F, 2,
                 CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
    cudaMemcpy(r, d + 4, sizeof(r), cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", (float)r[0], (float)r[1], (float)r[2], (float)r[3]);
    cublasDestroy(handle);
    cudaFree(d);
}
/* expect
13 14 1
7 10 15 22
*/
