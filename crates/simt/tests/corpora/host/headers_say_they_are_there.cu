// The macros by which other headers ask what was included; and GNU's `error.h`.
#include <cooperative_groups.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <curand.h>
#include <error.h>
#include <stdint-gcc.h>
#include <cstdio>
#if !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || !defined(__DRIVER_TYPES_H__) || !defined(__VECTOR_TYPES_H__)
#error the runtime is there from the start
#endif
#if !defined(CUBLAS_API_H_) || !defined(CURAND_H_) || !defined(__CUDA_FP16_H__) || !defined(__CUDA_BF16_H__)
#error these were included
#endif
__global__ void kind(unsigned int *to) { *to = cooperative_groups::this_thread_block().get_type(); }
const char *name(curandStatus_t status) {
    switch (status) {
    case CURAND_STATUS_DOUBLE_PRECISION_REQUIRED: return "double precision required";
    case CURAND_STATUS_PREEXISTING_FAILURE: return "failed before";
    case CURAND_STATUS_INITIALIZATION_FAILED: return "not initialised";
    case CURAND_STATUS_ARCH_MISMATCH: return "another architecture";
    default: return "else";
    }
}
int main() {
    unsigned int *to;
    cudaMallocManaged(&to, sizeof(*to));
    kind<<<1, 1>>>(to);
    cudaDeviceSynchronize();
    printf("%u %d %s %s\n", *to, (int)cudaErrorApiFailureBase, name((curandStatus_t)106), name((curandStatus_t)204));
    cudaFree(to);
    error(0, 0, "only said, %d", 5);
    error(3, 2, "no %s", "file");
    printf("not reached\n");
}
//@ exit 3
/* expect
4 10000 double precision required another architecture
*/
