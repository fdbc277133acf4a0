// One query over two tiles of two keys, where the second tile brings the larger score: what an online softmax keeps, what
// comes out if it forgets to scale, and what a tile of masked keys does to it.
//
// `course run kernels/examples/two-tiles.cu`

#include <cmath>
#include <cstdio>

const int TILES = 2, KEYS = 2;           // keys of a tile

// What is known of the keys so far: m, the largest score; l, the sum of exp(score - m); o, the sum of exp(score - m) * value.
struct State {
    float m, l, o;
};

//@anchor take
// Takes a tile into the state. A head of D numbers has D of these o; here a
// value is one number.
__device__ State take(State s, const float* score, const float* value,
                      bool scale, bool guard) {
    float m = s.m;
    for (int j = 0; j < KEYS; ++j) m = fmaxf(m, score[j]);
    float base = guard && m == -INFINITY ? 0.0f : m;  // nothing seen yet: 0
    float keep = scale ? expf(s.m - base) : 1.0f;     // worth of the old sums
    s.l *= keep;
    s.o *= keep;
    for (int j = 0; j < KEYS; ++j) {
        float p = expf(score[j] - base);
        s.l += p;
        s.o += p * value[j];
    }
    s.m = m;
    return s;
}
//@endanchor take

// One thread is enough for one query of one number. `after` has the state after each tile.
__global__ void walk(const float* score, const float* value, State* after, bool scale, bool guard) {
    State s = {-INFINITY, 0.0f, 0.0f};
    for (int t = 0; t < TILES; ++t) {
        s = take(s, score + t * KEYS, value + t * KEYS, scale, guard);
        after[t] = s;
    }
}

int main() {
    const float score[4] = {0.0f, logf(2.0f), logf(6.0f), logf(3.0f)};  // exp(score): 1, 2 and then 6, 3
    const float masked[4] = {-INFINITY, -INFINITY, score[2], score[3]};
    const float value[4] = {12.0f, 6.0f, 2.0f, 8.0f};
    float *scores, *values;
    State* after;
    cudaMalloc(&scores, sizeof score);
    cudaMalloc(&values, sizeof value);
    cudaMalloc(&after, TILES * sizeof(State));
    cudaMemcpy(values, value, sizeof value, cudaMemcpyHostToDevice);
    State s[TILES];

    cudaMemcpy(scores, score, sizeof score, cudaMemcpyHostToDevice);
    walk<<<1, 1>>>(scores, values, after, true, true);
    cudaMemcpy(s, after, sizeof s, cudaMemcpyDeviceToHost);
    for (int t = 0; t < TILES; ++t) printf("after tile %d: m %.3f, l %.3f, o %.3f\n", t, s[t].m, s[t].l, s[t].o);
    printf("result %.3f, lse %.3f\n", s[1].o / s[1].l, s[1].m + logf(s[1].l));

    walk<<<1, 1>>>(scores, values, after, false, true);
    cudaMemcpy(s, after, sizeof s, cudaMemcpyDeviceToHost);
    printf("sums not scaled: %.3f\n", s[1].o / s[1].l);

    cudaMemcpy(scores, masked, sizeof masked, cudaMemcpyHostToDevice);
    walk<<<1, 1>>>(scores, values, after, true, false);
    cudaMemcpy(s, after, sizeof s, cudaMemcpyDeviceToHost);
    printf("first tile masked: %s\n", std::isnan(s[1].o / s[1].l) ? "nan" : "a number");
    walk<<<1, 1>>>(scores, values, after, true, true);
    cudaMemcpy(s, after, sizeof s, cudaMemcpyDeviceToHost);
    printf("the same, guarded: %.3f\n", s[1].o / s[1].l);

    cudaFree(scores);
    cudaFree(values);
    cudaFree(after);
    return 0;
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> after tile 0: m 0.693, l 1.500, o 12.000
//> after tile 1: m 1.792, l 2.000, o 10.000
//> result 5.000, lse 2.485
//> sums not scaled: 6.000
//> first tile masked: nan
//> the same, guarded: 4.000
