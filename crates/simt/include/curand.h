// cuRAND for host code: arrays of uniform and normal numbers. The sequence is Philox's, one after the other, and not
// that of NVIDIA's library.
// Next: curand_kernel.h.
#pragma once
#define CURAND_H_
#include <curand_kernel.h>
#include <library_types.h>

typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201, CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204, CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;
struct __simt_generator {
    unsigned long long seed, offset;
    cudaStream_t stream;
    bool on_host, quasi;
};
typedef __simt_generator *curandGenerator_t;

// Of the scrambled sequences none is here.
inline curandStatus_t curandCreateGenerator(curandGenerator_t *g, curandRngType_t type) {
    if (type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64)
        return CURAND_STATUS_TYPE_ERROR;
    *g = (curandGenerator_t)malloc(sizeof(__simt_generator));
    (*g)->seed = 0;
    (*g)->offset = 0;
    (*g)->stream = 0;
    (*g)->on_host = false;
    (*g)->quasi = type >= CURAND_RNG_QUASI_DEFAULT;
    return CURAND_STATUS_SUCCESS;
}
// The same numbers, into the host's memory.
inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g, curandRngType_t type) {
    curandStatus_t made = curandCreateGenerator(g, type);
    if (made != CURAND_STATUS_SUCCESS) return made;
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
inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order) {
    return CURAND_STATUS_SUCCESS;
}
// Sobol's first dimension, which is the bits of the index turned round, is the one that is here.
inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g, unsigned int n) {
    if (!g->quasi) return CURAND_STATUS_TYPE_ERROR;
    return n == 1 ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}
inline curandStatus_t curandGenerateSeeds(curandGenerator_t g) { return CURAND_STATUS_SUCCESS; }
inline curandStatus_t curandGetVersion(int *version) {
    *version = 10400;
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandGetProperty(libraryPropertyType which, int *value) {
    *value = which == MAJOR_VERSION ? 10 : which == MINOR_VERSION ? 4 : 0;
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandCreatePoissonDistribution(double mean, curandDiscreteDistribution_t *d) {
    if (!(mean > 0.0) || mean > 400000.0) return CURAND_STATUS_OUT_OF_RANGE;
    cudaMalloc((void **)d, sizeof(**d));
    cudaMemcpy(*d, &mean, sizeof(mean), cudaMemcpyHostToDevice);
    return CURAND_STATUS_SUCCESS;
}
inline curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t d) {
    cudaFree(d);
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
SIMT_GENERATE(__simt_generate_long, unsigned long long, curand(&s) | (unsigned long long)curand(&s) << 32)
SIMT_GENERATE(__simt_generate_log_normal, float, expf(mean + deviation * curand_normal(&s)))
SIMT_GENERATE(__simt_generate_log_normal_double, double, exp(mean + deviation * curand_normal_double(&s)))
SIMT_GENERATE(__simt_generate_uniform, float, curand_uniform(&s))
SIMT_GENERATE(__simt_generate_uniform_double, double, curand_uniform_double(&s))
SIMT_GENERATE(__simt_generate_normal, float, mean + deviation * curand_normal(&s))
SIMT_GENERATE(__simt_generate_normal_double, double, mean + deviation * curand_normal_double(&s))
#undef SIMT_GENERATE
inline __global__ void __simt_generate_poisson(unsigned int *out, size_t n, unsigned long long seed,
                                               unsigned long long offset, double mean) {
    for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) {
        curandStatePhilox4_32_10_t s;
        curand_init(seed, offset + i, 0, &s);
        out[i] = curand_poisson(&s, mean);
    }
}
// The bits of the index's Gray code, the lowest first.
inline __device__ unsigned int __simt_sobol(unsigned long long i) { return __brev((unsigned int)(i ^ (i >> 1))); }
#define SIMT_QUASI(kernel, T, value)                                                                                   \
    inline __global__ void kernel(T *out, size_t n, unsigned long long seed, unsigned long long offset, T mean,        \
                                  T deviation) {                                                                       \
        for (size_t i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) {                           \
            unsigned int x = __simt_sobol(offset + i);                                                                 \
            out[i] = value;                                                                                            \
        }                                                                                                              \
    }
SIMT_QUASI(__simt_quasi_bits, unsigned int, x)
SIMT_QUASI(__simt_quasi_long, unsigned long long, (unsigned long long)x << 32)
SIMT_QUASI(__simt_quasi_uniform, float, __simt_uniform(x))
SIMT_QUASI(__simt_quasi_uniform_double, double, x * 2.3283064365386963e-10 + 1.1641532182693481e-10)
SIMT_QUASI(__simt_quasi_normal, float, mean + deviation * normcdfinvf(__simt_uniform(x)))
SIMT_QUASI(__simt_quasi_normal_double, double,
           mean + deviation * normcdfinv(x * 2.3283064365386963e-10 + 1.1641532182693481e-10))
SIMT_QUASI(__simt_quasi_log_normal, float, expf(mean + deviation * normcdfinvf(__simt_uniform(x))))
SIMT_QUASI(__simt_quasi_log_normal_double, double,
           exp(mean + deviation * normcdfinv(x * 2.3283064365386963e-10 + 1.1641532182693481e-10)))
#undef SIMT_QUASI
#define SIMT_FILL(kernel, T, mean, deviation)                                                                          \
    T *to = out;                                                                                                       \
    if (g->on_host) cudaMalloc(&to, n * sizeof(T));                                                                    \
    unsigned int blocks = (unsigned int)(n < 65536 ? (n + 255) / 256 : 256);                                           \
    if (n > 0 && g->quasi)                                                                                             \
        __simt_quasi_##kernel<<<blocks, 256, 0, g->stream>>>(to, n, g->seed, g->offset, (T)(mean), (T)(deviation));    \
    else if (n > 0)                                                                                                    \
        __simt_generate_##kernel<<<blocks, 256, 0, g->stream>>>(to, n, g->seed, g->offset, (T)(mean), (T)(deviation));                                                        \
    if (g->on_host) {                                                                                                  \
        cudaMemcpy(out, to, n * sizeof(T), cudaMemcpyDeviceToHost);                                                    \
        cudaFree(to);                                                                                                  \
    }                                                                                                                  \
    g->offset += n;                                                                                                    \
    return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n) {
    SIMT_FILL(bits, unsigned int, 0, 0)
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n) {
    SIMT_FILL(uniform, float, 0, 0)
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n) {
    SIMT_FILL(uniform_double, double, 0, 0)
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation) {
    SIMT_FILL(normal, float, mean, deviation)
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n, double mean,
                                                 double deviation) {
    SIMT_FILL(normal_double, double, mean, deviation)
}
inline curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *out, size_t n) {
    SIMT_FILL(long, unsigned long long, 0, 0)
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation) {
    SIMT_FILL(log_normal, float, mean, deviation)
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *out, size_t n, double mean,
                                                    double deviation) {
    SIMT_FILL(log_normal_double, double, mean, deviation)
}
#undef SIMT_FILL
inline curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *out, size_t n, double mean) {
    if (!(mean > 0.0) || mean > 400000.0) return CURAND_STATUS_OUT_OF_RANGE;
    unsigned int *to = out;
    if (g->on_host) cudaMalloc((void **)&to, n * sizeof(unsigned int));
    unsigned int blocks = (unsigned int)(n < 65536 ? (n + 255) / 256 : 256);
    if (n > 0) __simt_generate_poisson<<<blocks, 256, 0, g->stream>>>(to, n, g->seed, g->offset, mean);
    if (g->on_host) {
        cudaMemcpy(out, to, n * sizeof(unsigned int), cudaMemcpyDeviceToHost);
        cudaFree(to);
    }
    g->offset += n;
    return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}
