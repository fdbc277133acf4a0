// cuRAND on the device: XORWOW, Philox and MRG32k3a, uniform and normal numbers, bit for bit NVIDIA's (normal ones as exact as the
// functions under them). The machine knows where the sequences of a seed begin (vm/xorwow.rs); a leap from another state evaluates a
// polynomial of the step.
// Next: curand.h for the host's side.
#pragma once
#define CURAND_KERNEL_H_
#include <cuda_runtime.h>
#include <simt/xorwow.h>

#define CURAND_FN inline __device__

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

CURAND_FN void __simt_xorwow_step(unsigned int *v) {
    unsigned int t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
CURAND_FN unsigned int curand(curandStateXORWOW *s) {
    __simt_xorwow_step(s->v);
    s->d += 362437u;
    return s->v[4] + s->d;
}
CURAND_FN void skipahead(unsigned long long n, curandStateXORWOW *s) {
    for (unsigned long long i = 0; i < n; i++) __simt_xorwow_step(s->v);
    s->d += 362437u * (unsigned int)n;
}

// One digit's leap, by Horner's rule: its polynomial's coefficients say which powers of the step add up.
CURAND_FN void __simt_xorwow_leap(const unsigned int *coefficients, unsigned int *v) {
    unsigned int v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3], v4 = v[4], a = 0, b = 0, c = 0, d = 0, e = 0;
    for (int word = 4; word >= 0; word--) {
        unsigned int bits = coefficients[word];
        for (int bit = 0; bit < 32; bit++, bits <<= 1) {
            unsigned int takes = (unsigned int)((int)bits >> 31), t = a ^ a >> 2, next = e ^ e << 4 ^ t ^ t << 1;
            a = b ^ v0 & takes;
            b = c ^ v1 & takes;
            c = d ^ v2 & takes;
            d = e ^ v3 & takes;
            e = next ^ v4 & takes;
        }
    }
    v[0] = a;
    v[1] = b;
    v[2] = c;
    v[3] = d;
    v[4] = e;
}
CURAND_FN void skipahead_sequence(unsigned long long n, curandStateXORWOW *s) {
    const unsigned int *leaps = (const unsigned int *)__simt_xorwow_leaps;
    const unsigned int *far = (const unsigned int *)__simt_xorwow_far;
    for (int digit = 0; n && digit < 6; digit++, n >>= 6) __simt_xorwow_leap(leaps + 5 * (64 * digit + (n & 63)), s->v);
    for (; n; far += 5, n >>= 1)
        if (n & 1) __simt_xorwow_leap(far, s->v);
}

CURAND_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                           curandStateXORWOW *s) {
    unsigned int t0 = 1099087573u * ((unsigned int)seed ^ 0xaad26b49u);
    unsigned int t1 = 2591861531u * ((unsigned int)(seed >> 32) ^ 0xf7dcefddu);
    unsigned long long first = __simt_xorwow(seed, sequence << 2), second = __simt_xorwow(seed, sequence << 2 | 1);
    s->d = 6615241u + t1 + t0;
    s->v[0] = (unsigned int)first;
    s->v[1] = (unsigned int)(first >> 32);
    s->v[2] = (unsigned int)second;
    s->v[3] = (unsigned int)(second >> 32);
    s->v[4] = (unsigned int)__simt_xorwow(seed, sequence << 2 | 2);
    skipahead(offset, s);
    s->boxmuller_flag = 0;
    s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0.0f;
    s->boxmuller_extra_double = 0.0;
}

// ---- Philox: ten rounds of a counter under a key ----
CURAND_FN uint4 __simt_philox(uint4 c, uint2 key) {
    for (int round = 0; round < 10; round++) {
        unsigned int high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
        unsigned int high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
        c = make_uint4(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return c;
}
CURAND_FN void __simt_philox_add(uint4 &c, unsigned long long n) {
    unsigned long long low = (unsigned long long)c.x | (unsigned long long)c.y << 32, sum = low + n;
    c.x = (unsigned int)sum;
    c.y = (unsigned int)(sum >> 32);
    if (sum < low && ++c.z == 0) c.w++;
}
CURAND_FN void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *s) {
    s->STATE += (unsigned int)(n & 3);
    n /= 4;
    if (s->STATE > 3) {
        n++;
        s->STATE -= 4;
    }
    __simt_philox_add(s->ctr, n);
    s->output = __simt_philox(s->ctr, s->key);
}
CURAND_FN void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *s) {
    unsigned long long high = ((unsigned long long)s->ctr.z | (unsigned long long)s->ctr.w << 32) + n;
    s->ctr.z = (unsigned int)high;
    s->ctr.w = (unsigned int)(high >> 32);
    s->output = __simt_philox(s->ctr, s->key);
}
CURAND_FN void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                           curandStatePhilox4_32_10_t *s) {
    s->ctr = make_uint4(0, 0, 0, 0);
    s->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    s->STATE = 0;
    s->boxmuller_flag = 0;
    s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0.0f;
    s->boxmuller_extra_double = 0.0;
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}
CURAND_FN unsigned int curand(curandStatePhilox4_32_10_t *s) {
    uint4 o = s->output;
    unsigned int at = s->STATE++, out = at == 0 ? o.x : at == 1 ? o.y : at == 2 ? o.z : o.w;
    if (s->STATE == 4) {
        __simt_philox_add(s->ctr, 1);
        s->output = __simt_philox(s->ctr, s->key);
        s->STATE = 0;
    }
    return out;
}
CURAND_FN uint4 curand4(curandStatePhilox4_32_10_t *s) {
    uint4 a = s->output;
    __simt_philox_add(s->ctr, 1);
    s->output = __simt_philox(s->ctr, s->key);
    uint4 b = s->output;
    switch (s->STATE) {
        case 1: return make_uint4(a.y, a.z, a.w, b.x);
        case 2: return make_uint4(a.z, a.w, b.x, b.y);
        case 3: return make_uint4(a.w, b.x, b.y, b.z);
        default: return a;
    }
}

// ---- distributions: uniform in (0, 1], normal by Box and Muller, two at a time ----
CURAND_FN float __simt_uniform(unsigned int x) { return x * 2.3283064e-10f + (2.3283064e-10f / 2.0f); }
CURAND_FN double __simt_uniform(unsigned int x, unsigned int y) {
    unsigned long long z = (unsigned long long)x ^ ((unsigned long long)y << 21);
    return z * 1.1102230246251565e-16 + (1.1102230246251565e-16 / 2.0);
}
CURAND_FN float2 __simt_box_muller(unsigned int x, unsigned int y) {
    float u = __simt_uniform(x), v = y * (2.3283064e-10f * 6.2831855f) + (2.3283064e-10f * 6.2831855f / 2.0f);
    float s = sqrtf(-2.0f * logf(u));
    float2 out;
    __sincosf(v, &out.x, &out.y);
    out.x *= s;
    out.y *= s;
    return out;
}
CURAND_FN double2 __simt_box_muller(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
    double u = __simt_uniform(x0, x1);
    unsigned long long z = (unsigned long long)y0 ^ ((unsigned long long)y1 << 21);
    double v = z * (1.1102230246251565e-16 * 2.0) + 1.1102230246251565e-16, s = sqrt(-2.0 * log(u));
    double2 out;
    sincospi(v, &out.x, &out.y);
    out.x *= s;
    out.y *= s;
    return out;
}
#include <simt/curand_mrg.h>
#define CURAND_FN inline __device__
template <class S> CURAND_FN float curand_uniform(S *s) { return __simt_uniform(curand(s)); }
template <class S> CURAND_FN double curand_uniform_double(S *s) {
    unsigned int x = curand(s), y = curand(s);
    return __simt_uniform(x, y);
}
template <class S> CURAND_FN float2 curand_normal2(S *s) {
    unsigned int x = curand(s), y = curand(s);
    return __simt_box_muller(x, y);
}
template <class S> CURAND_FN float curand_normal(S *s) {
    if (s->boxmuller_flag != 1) {
        float2 v = curand_normal2(s);
        s->boxmuller_extra = v.y;
        s->boxmuller_flag = 1;
        return v.x;
    }
    s->boxmuller_flag = 0;
    return s->boxmuller_extra;
}
template <class S> CURAND_FN double2 curand_normal2_double(S *s) {
    unsigned int x0 = curand(s), x1 = curand(s), y0 = curand(s), y1 = curand(s);
    return __simt_box_muller(x0, x1, y0, y1);
}
template <class S> CURAND_FN double curand_normal_double(S *s) {
    if (s->boxmuller_flag_double != 1) {
        double2 v = curand_normal2_double(s);
        s->boxmuller_extra_double = v.y;
        s->boxmuller_flag_double = 1;
        return v.x;
    }
    s->boxmuller_flag_double = 0;
    return s->boxmuller_extra_double;
}
template <class S> CURAND_FN float curand_log_normal(S *s, float mean, float deviation) {
    return expf(mean + deviation * curand_normal(s));
}
template <class S> CURAND_FN double curand_log_normal_double(S *s, double mean, double deviation) {
    return exp(mean + deviation * curand_normal_double(s));
}
template <class S> CURAND_FN float2 curand_log_normal2(S *s, float mean, float deviation) {
    float2 v = curand_normal2(s);
    return make_float2(expf(mean + deviation * v.x), expf(mean + deviation * v.y));
}
template <class S> CURAND_FN double2 curand_log_normal2_double(S *s, double mean, double deviation) {
    double2 v = curand_normal2_double(s);
    return make_double2(exp(mean + deviation * v.x), exp(mean + deviation * v.y));
}
CURAND_FN float4 curand_uniform4(curandStatePhilox4_32_10_t *s) {
    uint4 x = curand4(s);
    return make_float4(__simt_uniform(x.x), __simt_uniform(x.y), __simt_uniform(x.z), __simt_uniform(x.w));
}
CURAND_FN float4 curand_normal4(curandStatePhilox4_32_10_t *s) {
    uint4 x = curand4(s);
    float2 a = __simt_box_muller(x.x, x.y), b = __simt_box_muller(x.z, x.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
// Knuth's product for small means, a rounded normal number for large ones.
template <class S> CURAND_FN unsigned int curand_poisson(S *s, double mean) {
    if (mean > 64.0) {
        double x = mean + sqrt(mean) * curand_normal(s) + 0.5;
        return x < 0.0 ? 0u : (unsigned int)x;
    }
    double product = curand_uniform(s), limit = exp(-mean);
    unsigned int n = 0;
    while (product > limit) {
        product *= curand_uniform(s);
        n++;
    }
    return n;
}
CURAND_FN double2 curand_uniform2_double(curandStatePhilox4_32_10_t *s) {
    uint4 x = curand4(s);
    return make_double2(__simt_uniform(x.x, x.y), __simt_uniform(x.z, x.w));
}
CURAND_FN double4 curand_uniform4_double(curandStatePhilox4_32_10_t *s) {
    double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
    return make_double4(a.x, a.y, b.x, b.y);
}
CURAND_FN double4 curand_normal4_double(curandStatePhilox4_32_10_t *s) {
    double2 a = curand_normal2_double(s), b = curand_normal2_double(s);
    return make_double4(a.x, a.y, b.x, b.y);
}
CURAND_FN float4 curand_log_normal4(curandStatePhilox4_32_10_t *s, float mean, float deviation) {
    float4 v = curand_normal4(s);
    return make_float4(expf(mean + deviation * v.x), expf(mean + deviation * v.y), expf(mean + deviation * v.z),
                       expf(mean + deviation * v.w));
}
CURAND_FN double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *s, double mean, double deviation) {
    double4 v = curand_normal4_double(s);
    return make_double4(exp(mean + deviation * v.x), exp(mean + deviation * v.y), exp(mean + deviation * v.z),
                        exp(mean + deviation * v.w));
}
CURAND_FN uint4 curand_poisson4(curandStatePhilox4_32_10_t *s, double mean) {
    unsigned int a = curand_poisson(s, mean), b = curand_poisson(s, mean), c = curand_poisson(s, mean);
    return make_uint4(a, b, c, curand_poisson(s, mean));
}
// A distribution that the host has prepared: Poisson's, by its mean.
struct curandDiscreteDistribution_st {
    double mean;
};
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
template <class S> CURAND_FN unsigned int curand_discrete(S *s, curandDiscreteDistribution_t d) {
    return curand_poisson(s, d->mean);
}
CURAND_FN uint4 curand_discrete4(curandStatePhilox4_32_10_t *s, curandDiscreteDistribution_t d) {
    return curand_poisson4(s, d->mean);
}
#undef CURAND_FN
#include <curand.h>
