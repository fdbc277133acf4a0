// cuRAND on the device, continued: MRG32k3a, and the distributions in every number. A leap multiplies by a power of the step's matrix,
// modulo each of the two primes.
// Next: curand_kernel.h.
#pragma once

#define CURAND_FN inline __device__

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

// The matrix of a step, and those of 2^76 and of 2^127 steps, worked out from it by squaring.
__constant__ unsigned int __simt_mrg_steps[3][2][3][3] = {
    {{{0u, 1u, 0u}, {0u, 0u, 1u}, {4294156359u, 1403580u, 0u}},
     {{0u, 1u, 0u}, {0u, 0u, 1u}, {4293573854u, 0u, 527612u}}},
    {{{82758667u, 1871391091u, 4127413238u}, {3672831523u, 69195019u, 1871391091u}, {3672091415u, 3528743235u, 69195019u}},
     {{1511326704u, 3759209742u, 1610795712u}, {4292754251u, 1511326704u, 3889917532u}, {3859662829u, 4292754251u, 3708466080u}}},
    {{{2427906178u, 3580155704u, 949770784u}, {226153695u, 1230515664u, 3580155704u}, {1988835001u, 986791581u, 1230515664u}},
     {{1464411153u, 277697599u, 1610723613u}, {32183930u, 1464411153u, 1022607788u}, {2824425944u, 32183930u, 2093834863u}}}};
// s = M^n s, modulo m.
CURAND_FN void __simt_mrg_leap(unsigned int *s, const unsigned int (*step)[3], unsigned long long n, unsigned long long m) {
    unsigned int power[3][3], other[3][3], to[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) power[i][j] = step[i][j];
    for (; n; n >>= 1) {
        if (n & 1) {
            for (int i = 0; i < 3; i++) {
                unsigned long long sum = 0;
                for (int k = 0; k < 3; k++) sum = (sum + (unsigned long long)power[i][k] * s[k] % m) % m;
                to[i] = (unsigned int)sum;
            }
            for (int i = 0; i < 3; i++) s[i] = to[i];
        }
        if (n == 1) break;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                unsigned long long sum = 0;
                for (int k = 0; k < 3; k++) sum = (sum + (unsigned long long)power[i][k] * power[k][j] % m) % m;
                other[i][j] = (unsigned int)sum;
            }
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) power[i][j] = other[i][j];
    }
}
CURAND_FN void __simt_mrg_skip(unsigned long long n, curandStateMRG32k3a *s, int which) {
    __simt_mrg_leap(s->s1, __simt_mrg_steps[which][0], n, 4294967087ull);
    __simt_mrg_leap(s->s2, __simt_mrg_steps[which][1], n, 4294944443ull);
}
CURAND_FN void skipahead(unsigned long long n, curandStateMRG32k3a *s) { __simt_mrg_skip(n, s, 0); }
CURAND_FN void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *s) { __simt_mrg_skip(n, s, 1); }
CURAND_FN void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *s) { __simt_mrg_skip(n, s, 2); }
CURAND_FN void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateMRG32k3a *s) {
    unsigned long long one = (unsigned int)seed ^ 0x55555555u, two = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; i++) {
        s->s1[i] = seed ? (unsigned int)((i == 1 ? two : one) * 12345u % 4294967087ull) : 12345u;
        s->s2[i] = seed ? (unsigned int)((i == 1 ? one : two) * 12345u % 4294944443ull) : 12345u;
    }
    skipahead_subsequence(subsequence, s);
    skipahead(offset, s);
    s->boxmuller_flag = 0;
    s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0.0f;
    s->boxmuller_extra_double = 0.0;
}
// A number of 1 to the first prime.
CURAND_FN double __simt_mrg(curandStateMRG32k3a *s) {
    unsigned long long p = (1403580ull * s->s1[1] + 4294156359ull * s->s1[0] % 4294967087ull) % 4294967087ull;
    unsigned long long q = (527612ull * s->s2[2] + 4293573854ull * s->s2[0] % 4294944443ull) % 4294944443ull;
    s->s1[0] = s->s1[1];
    s->s1[1] = s->s1[2];
    s->s1[2] = (unsigned int)p;
    s->s2[0] = s->s2[1];
    s->s2[1] = s->s2[2];
    s->s2[2] = (unsigned int)q;
    return p > q ? (double)(p - q) : (double)(p + 4294967087ull - q);
}
CURAND_FN unsigned int curand(curandStateMRG32k3a *s) { return (unsigned int)(__simt_mrg(s) * 1.000000048662); }
CURAND_FN float curand_uniform(curandStateMRG32k3a *s) { return (float)(__simt_mrg(s) * 2.3283065498378288e-10); }
CURAND_FN double curand_uniform_double(curandStateMRG32k3a *s) { return __simt_mrg(s) * 2.3283065498378288e-10; }
CURAND_FN float2 curand_normal2(curandStateMRG32k3a *s) {
    float u = curand_uniform(s), v = curand_uniform(s) * 6.2831855f, r = sqrtf(-2.0f * logf(u));
    float2 out;
    __sincosf(v, &out.x, &out.y);
    out.x *= r;
    out.y *= r;
    return out;
}
CURAND_FN double2 curand_normal2_double(curandStateMRG32k3a *s) {
    double u = curand_uniform_double(s), v = 2.0 * curand_uniform_double(s), r = sqrt(-2.0 * log(u));
    double2 out;
    sincospi(v, &out.x, &out.y);
    out.x *= r;
    out.y *= r;
    return out;
}
#undef CURAND_FN
