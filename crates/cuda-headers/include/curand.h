// cuRAND for host code: arrays of uniform and normal numbers, those of NVIDIA's library for XORWOW (the default), MRG32k3a and Philox. Of the
// Mersenne twisters the numbers are Philox's, and so are Poisson's of all.
// Next: curand_kernel.h; simt/curand_order.h.
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
#include <simt/curand_order.h>
// Where it is: for XORWOW and MRG32k3a the turn, for the others the number.
struct __simt_generator {
    unsigned long long seed, offset;
    cudaStream_t stream;
    bool on_host, quasi;
    curandRngType_t type;
    __simt_drawn drawn;
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
    (*g)->type = type;
    (*g)->drawn.count = 0;
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
    g->drawn.count = 0;
    __simt_draw_from(&g->drawn, 0, 1);
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

template <class S, class N>
void __simt_generate_some(curandGenerator_t g, typename N::T *out, size_t n, unsigned int all, typename N::T mean, typename N::T deviation) {
    bool by_number = all == 65536;
    int each = by_number ? 4 : N::each;
    unsigned long long first = by_number ? g->offset : g->offset * each, turns = (first + n + each - 1) / each - first / each;
    __simt_drawn drawn = g->drawn;
    if (by_number) drawn.count = 0;
    __simt_draw_from(by_number ? &drawn : &g->drawn, by_number ? 0 : g->offset, N::takes((S *)nullptr));
    if (!by_number) drawn = g->drawn;
    unsigned int threads = turns < all ? (unsigned int)turns : all;
    __simt_generate<S, N><<<(threads + 255) / 256, 256, 0, g->stream>>>(out, n, g->seed, first, all, each, drawn, mean, deviation);
    g->offset += by_number ? n : turns;
}
template <class N> void __simt_generate_as(curandGenerator_t g, typename N::T *out, size_t n, typename N::T mean, typename N::T deviation) {
    if (g->type <= CURAND_RNG_PSEUDO_XORWOW) __simt_generate_some<curandStateXORWOW, N>(g, out, n, 4096, mean, deviation);
    else if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) __simt_generate_some<curandStateMRG32k3a, N>(g, out, n, 81920, mean, deviation);
    else __simt_generate_some<curandStatePhilox4_32_10_t, N>(g, out, n, 65536, mean, deviation);
}
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
// Normal numbers of XORWOW and of MRG32k3a come in twos.
#define SIMT_FILL(kind, T, mean, deviation, odd)                                                                       \
    if (odd && !g->quasi && g->type <= CURAND_RNG_PSEUDO_MRG32K3A && n % 2) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;  \
    T *to = out;                                                                                                       \
    if (g->on_host) cudaMalloc(&to, n * sizeof(T));                                                                    \
    if (n > 0 && g->quasi) {                                                                                           \
        unsigned int blocks = (unsigned int)(n < 65536 ? (n + 255) / 256 : 256);                                       \
        __simt_quasi_##kind<<<blocks, 256, 0, g->stream>>>(to, n, g->seed, g->offset, (T)(mean), (T)(deviation));      \
        g->offset += n;                                                                                                \
    } else if (n > 0) {                                                                                                \
        __simt_generate_as<__simt_number_##kind>(g, to, n, (T)(mean), (T)(deviation));                                 \
    }                                                                                                                  \
    if (g->on_host) {                                                                                                  \
        cudaMemcpy(out, to, n * sizeof(T), cudaMemcpyDeviceToHost);                                                    \
        cudaFree(to);                                                                                                  \
    }                                                                                                                  \
    return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n) {
    SIMT_FILL(bits, unsigned int, 0, 0, false)
}
inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n) {
    SIMT_FILL(uniform, float, 0, 0, false)
}
inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n) {
    SIMT_FILL(uniform_double, double, 0, 0, false)
}
inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation) {
    SIMT_FILL(normal, float, mean, deviation, true)
}
inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n, double mean,
                                                 double deviation) {
    SIMT_FILL(normal_double, double, mean, deviation, true)
}
inline curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *out, size_t n) {
    if (g->type != CURAND_RNG_QUASI_SOBOL64) return CURAND_STATUS_TYPE_ERROR;
    unsigned long long *to = out;
    if (g->on_host) cudaMalloc(&to, n * sizeof(*to));
    unsigned int blocks = (unsigned int)(n < 65536 ? (n + 255) / 256 : 256);
    if (n > 0) __simt_quasi_long<<<blocks, 256, 0, g->stream>>>(to, n, g->seed, g->offset, 0, 0);
    if (g->on_host) {
        cudaMemcpy(out, to, n * sizeof(*to), cudaMemcpyDeviceToHost);
        cudaFree(to);
    }
    g->offset += n;
    return cudaPeekAtLastError() == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}
inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation) {
    SIMT_FILL(log_normal, float, mean, deviation, true)
}
inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *out, size_t n, double mean,
                                                    double deviation) {
    SIMT_FILL(log_normal_double, double, mean, deviation, true)
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
