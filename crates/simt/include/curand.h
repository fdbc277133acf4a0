// cuRAND for host code: arrays of uniform and normal numbers. The sequence is Philox's, one after the other, and not
// that of NVIDIA's library.
// Next: curand_kernel.h.
#pragma once
#define CURAND_H_
#include <curand_kernel.h>

typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204, CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161
} curandRngType_t;
struct __simt_generator {
    unsigned long long seed, offset;
    cudaStream_t stream;
    bool on_host;
};
typedef __simt_generator *curandGenerator_t;

inline curandStatus_t curandCreateGenerator(curandGenerator_t *g, curandRngType_t type) {
    *g = (curandGenerator_t)malloc(sizeof(__simt_generator));
    (*g)->seed = 0;
    (*g)->offset = 0;
    (*g)->stream = 0;
    (*g)->on_host = false;
    return CURAND_STATUS_SUCCESS;
}
// The same numbers, into the host's memory.
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g, curandRngType_t type) {
    curandStatus_t made = curandCreateGenerator(g, type);
    (*g)->on_host = true;
    return made;
}
inline curandStatus_t curandDestroyGenerator(curandGenerator_t g) {
    free(g);
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed) {
    g->seed = seed;
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset) {
    g->offset = offset;
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream) {
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

#define SIMT_GENERATE(kernel, T, value)                                                                                \
    inline __global__ void kernel(T *out, size_t n, unsigned long long seed, unsigned long long offset, T mean,       \
                                  T deviation) {                                                                       \
        for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) {                           \
            curandStatePhilox4_32_10_t s;                                                                              \
            curand_init(seed, offset + i, 0, &s);                                                                      \
            out[i] = value;                                                                                            \
        }                                                                                                              \
    }
SIMT_GENERATE(__simt_generate_bits, unsigned int, curand(&s))
SIMT_GENERATE(__simt_generate_uniform, float, curand_uniform(&s))
SIMT_GENERATE(__simt_generate_uniform_double, double, curand_uniform_double(&s))
SIMT_GENERATE(__simt_generate_normal, float, mean + deviation * curand_normal(&s))
SIMT_GENERATE(__simt_generate_normal_double, double, mean + deviation * curand_normal_double(&s))
#undef SIMT_GENERATE
#define SIMT_FILL(kernel, T, mean, deviation)                                                                          \
    T *to = out;                                                                                                       \
    if (g->on_host) cudaMalloc(&to, n * sizeof(T));                                                                    \
    if (n > 0) kernel<<<(unsigned int)(n < 65536 ? (n + 255) / 256 : 256), 256, 0, g->stream>>>(                       \
        to, n, g->seed, g->offset, (T)(mean), (T)(deviation));                                                         \
    if (g->on_host) {                                                                                                  \
        cudaMemcpy(out, to, n * sizeof(T), cudaMemcpyDeviceToHost);                                                    \
        cudaFree(to);                                                                                                  \
    }                                                                                                                  \
    g->offset += n;                                                                                                    \
    return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n) {
    SIMT_FILL(__simt_generate_bits, unsigned int, 0, 0)
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n) {
    SIMT_FILL(__simt_generate_uniform, float, 0, 0)
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n) {
    SIMT_FILL(__simt_generate_uniform_double, double, 0, 0)
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation) {
    SIMT_FILL(__simt_generate_normal, float, mean, deviation)
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n, double mean,
                                                 double deviation) {
    SIMT_FILL(__simt_generate_normal_double, double, mean, deviation)
}
#undef SIMT_FILL
