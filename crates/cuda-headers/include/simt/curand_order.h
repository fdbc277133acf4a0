// The order in which the library's generators write their numbers, as NVIDIA's guide has it and its library gives them (10.4): the sequences
// of the device's generators take turns, 4096 of XORWOW, 81920 of MRG32k3a, 65536 of Philox. In a turn a sequence gives one number, two of a
// normal distribution, Philox always four.
#pragma once

// Which numbers each sequence has given before: from which turn on how many at a time. What is older than eight changes is taken for the oldest kept.
struct __simt_drawn {
    unsigned long long from[8];
    int each[8], count;
};
inline void __simt_draw_from(__simt_drawn *drawn, unsigned long long turn, int each) {
    int last = drawn->count - 1;
    if (last >= 0 && drawn->each[last] == each) return;
    if (last >= 0 && drawn->from[last] == turn) drawn->count = last;
    if (drawn->count == 8) {
        for (int i = 1; i < 7; i++) drawn->from[i] = drawn->from[i + 1], drawn->each[i] = drawn->each[i + 1];
        drawn->count = 7;
    }
    drawn->from[drawn->count] = turn;
    drawn->each[drawn->count++] = each;
}
// How many of the first turns are this sequence's.
__device__ inline unsigned long long __simt_turns(unsigned long long turns, unsigned int all, unsigned int sequence) {
    return turns / all + (turns % all > sequence);
}
__device__ inline unsigned long long __simt_given(const __simt_drawn &drawn, unsigned long long turn, unsigned int all, unsigned int sequence) {
    unsigned long long given = 0;
    for (int i = 0; i < drawn.count; i++) {
        unsigned long long until = i + 1 < drawn.count ? drawn.from[i + 1] : turn;
        given += (__simt_turns(until, all, sequence) - __simt_turns(drawn.from[i], all, sequence)) * drawn.each[i];
    }
    return given;
}

// A sort of numbers: how one is made, how many a turn gives, and how many bits' worth (32 each) of XORWOW, MRG32k3a and Philox a turn takes.
#define SIMT_NUMBERS(name, T_, value, a_turn, xorwow, mrg, philox)                                                     \
    struct name {                                                                                                      \
        typedef T_ T;                                                                                                  \
        enum { each = a_turn };                                                                                        \
        template <class S> __device__ static T_ make(S &s, T_ mean, T_ deviation) { return value; }                    \
        static int takes(const curandStateXORWOW *) { return xorwow; }                                                 \
        static int takes(const curandStateMRG32k3a *) { return mrg; }                                                  \
        static int takes(const curandStatePhilox4_32_10_t *) { return philox; }                                        \
    };
SIMT_NUMBERS(__simt_number_bits, unsigned int, curand(&s), 1, 1, 1, 4)
SIMT_NUMBERS(__simt_number_uniform, float, curand_uniform(&s), 1, 1, 1, 4)
SIMT_NUMBERS(__simt_number_uniform_double, double, curand_uniform_double(&s), 1, 2, 1, 8)
SIMT_NUMBERS(__simt_number_normal, float, mean + deviation * curand_normal(&s), 2, 2, 2, 4)
SIMT_NUMBERS(__simt_number_normal_double, double, mean + deviation * curand_normal_double(&s), 2, 4, 2, 8)
SIMT_NUMBERS(__simt_number_log_normal, float, expf(mean + deviation * curand_normal(&s)), 2, 2, 2, 4)
SIMT_NUMBERS(__simt_number_log_normal_double, double, exp(mean + deviation * curand_normal_double(&s)), 2, 4, 2, 8)
#undef SIMT_NUMBERS

// The numbers `first` to `first + n` where each turn gives `each`.
template <class S, class N>
__global__ void __simt_generate(typename N::T *out, size_t n, unsigned long long seed, unsigned long long first, unsigned int all, int each,
                                __simt_drawn drawn, typename N::T mean, typename N::T deviation) {
    unsigned long long turn = first / each + blockIdx.x * 256ull + threadIdx.x;
    if (turn >= (first + n + each - 1) / each || turn - first / each >= all) return;
    unsigned int sequence = turn % all;
    S s;
    curand_init(seed, sequence, __simt_given(drawn, turn, all, sequence), &s);
    for (; turn * each < first + n; turn += all)
        for (unsigned long long i = turn * each; i < (turn + 1) * each; i++) {
            typename N::T value = N::make(s, mean, deviation);
            if (i >= first && i < first + n) out[i - first] = value;
        }
}
