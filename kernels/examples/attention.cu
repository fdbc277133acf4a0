// Attention, whole: through a matrix of scores in memory, and without it; both are held against the host's results.
//
// `course run kernels/examples/attention.cu -- 128`
// `course profile kernels/examples/attention.cu -- 128`: compare what `scores`, `softmax` and `values` move with `online`.
//
// A query sees the keys of its own token and of all before it, as in a language model. Each query has a warp; each of its
// lanes holds two of the D = 64 numbers. That is a plain way to do it, and easy to follow. The labs attn-naive and
// flash-attention go on from here: there several queries share the keys that a block has loaded.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

const int HEADS = 2;
const int D = 64;                        // numbers of a query, a key or a value
const float SCALE = 0.125f;              // 1 / sqrt(D), so that scores stay about as large as the numbers
const unsigned int ALL = 0xffffffffu;    // every lane of a warp takes part

//@anchor warp
// The sum, and the largest, of a warp's 32 values. With `xor` every lane gets it, not only lane 0.
__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(ALL, v, step);
    return v;
}

__device__ float warp_max(float v) {
    for (int step = 16; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(ALL, v, step));
    return v;
}

// The warp's number in the grid is its query: all queries of head 0, then all of head 1.
__device__ int query() { return (blockIdx.x * blockDim.x + threadIdx.x) / 32; }
//@endanchor warp

// ---- With a matrix of scores: three kernels, and n numbers in memory between them for each query. ----

//@anchor naive
// s[query][key] = SCALE * (query . key), for the keys that the query sees.
__global__ void scores(const float* q, const float* k, float* s, int n) {
    int row = query(), lane = threadIdx.x % 32;
    if (row >= HEADS * n) return;        // the whole warp leaves, so no shuffle waits for it
    int seen = row % n + 1;
    const float* keys = k + row / n * n * D;
    float q0 = q[row * D + lane], q1 = q[row * D + lane + 32];
    for (int first = 0; first < seen; first += 32) {
        float mine = 0.0f;               // lane l keeps the score of key first + l …
        for (int j = 0; j < 32 && first + j < seen; ++j) {
            const float* key = keys + (first + j) * D;
            float score = SCALE * warp_sum(q0 * key[lane] + q1 * key[lane + 32]);
            if (lane == j) mine = score;
        }
        if (first + lane < seen) s[row * n + first + lane] = mine;  // … so that 32 are stored at once
    }
}

// Scores become shares, in place: exp(score - largest), over their sum. Without the largest, exp(89) is infinite already.
__global__ void softmax(float* s, int n) {
    int row = query(), lane = threadIdx.x % 32;
    if (row >= HEADS * n) return;
    int seen = row % n + 1;
    float* of_row = s + row * n;
    float m = -INFINITY, l = 0.0f;
    for (int j = lane; j < seen; j += 32) m = fmaxf(m, of_row[j]);       // reads them once …
    m = warp_max(m);
    for (int j = lane; j < seen; j += 32) l += expf(of_row[j] - m);      // … twice …
    l = warp_sum(l);
    for (int j = lane; j < seen; j += 32) of_row[j] = expf(of_row[j] - m) / l;  // … three times, and writes them
}

// o = the sum of the values, each times its share.
__global__ void values(const float* s, const float* v, float* o, int n) {
    int row = query(), lane = threadIdx.x % 32;
    if (row >= HEADS * n) return;
    const float* of_head = v + row / n * n * D;
    float o0 = 0.0f, o1 = 0.0f;
    for (int j = 0; j <= row % n; ++j) {
        float share = s[row * n + j];    // one number for all lanes: one sector
        o0 += share * of_head[j * D + lane];
        o1 += share * of_head[j * D + lane + 32];
    }
    o[row * D + lane] = o0;
    o[row * D + lane + 32] = o1;
}
//@endanchor naive

// ---- Without it: one kernel that never knows more than one score of a query at a time. ----

//@anchor online
// What it keeps of all keys so far: m, the largest score; l, the sum of
// exp(score - m); and o, the sum of exp(score - m) * v. A key whose score is
// larger than m changes all three: both sums shrink by exp(old m - new m).
__global__ void online(const float* q, const float* k, const float* v,
                       float* o, int n) {
    int row = query(), lane = threadIdx.x % 32;
    if (row >= HEADS * n) return;
    const float* keys = k + row / n * n * D;
    const float* of_head = v + row / n * n * D;
    float q0 = q[row * D + lane], q1 = q[row * D + lane + 32];
    float m = -INFINITY, l = 0.0f, o0 = 0.0f, o1 = 0.0f;
    for (int j = 0; j <= row % n; ++j) {
        float product = q0 * keys[j * D + lane] + q1 * keys[j * D + lane + 32];
        float score = SCALE * warp_sum(product);
        float larger = fmaxf(m, score);
        float keep = expf(m - larger);  // 1 if the largest stays; at first 0
        float p = expf(score - larger);
        l = l * keep + p;
        o0 = o0 * keep + p * of_head[j * D + lane];
        o1 = o1 * keep + p * of_head[j * D + lane + 32];
        m = larger;
    }
    o[row * D + lane] = o0 / l;          // the first key made l positive
    o[row * D + lane + 32] = o1 / l;
}
//@endanchor online

// ---- The host's half: in double precision, with how far off a right kernel may be. ----

//@anchor reference
struct Right {
    double value;
    double allowed;
};

// A rounding changes a number by at most u = 2^-24 of it. A score is a sum of D products, so it is off by at most about
// D * u * (sum of |q * k|), and exp makes a relative error of that; both sums over keys round n times. Four times that, for
// sums in other orders.
void attend(const float* q, const float* k, const float* v, int seen, Right* o) {
    std::vector<double> p(seen);
    double m = -INFINITY, size = 0.0, l = 0.0;
    for (int j = 0; j < seen; ++j) {
        double sum = 0.0, sizes = 0.0;
        for (int d = 0; d < D; ++d) {
            double product = (double)q[d] * k[j * D + d];
            sum += product;
            sizes += fabs(product);
        }
        p[j] = SCALE * sum;
        m = fmax(m, p[j]);
        size = fmax(size, SCALE * sizes);
    }
    for (int j = 0; j < seen; ++j) {
        p[j] = exp(p[j] - m);
        l += p[j];
    }
    for (int d = 0; d < D; ++d) {
        double sum = 0.0, sizes = 0.0;
        for (int j = 0; j < seen; ++j) {
            sum += p[j] / l * v[j * D + d];
            sizes += p[j] / l * fabs(v[j * D + d]);
        }
        o[d].value = sum;
        o[d].allowed = 4.0 / (1 << 24) * (2.0 * D * size + 2.0 * seen + 8.0) * sizes;
    }
}
//@endanchor reference

int wrong(const std::vector<Right>& right, const float* on_device) {
    std::vector<float> o(right.size());
    cudaMemcpy(o.data(), on_device, o.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int count = 0;
    for (size_t i = 0; i < o.size(); ++i) {
        if (!(fabs(o[i] - right[i].value) <= right[i].allowed)) ++count;  // written so that a NaN is wrong
    }
    return count;
}

int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 128;
    if (n < 1 || n > 1024) {
        printf("tokens: 1 to 1024\n");
        return 1;
    }
    int numbers = HEADS * n * D;
    std::vector<float> in[3];            // Q, K, V
    unsigned int noise = 1;
    for (std::vector<float>& each : in) {
        for (int i = 0; i < numbers; ++i) {
            noise = noise * 1664525u + 1013904223u;
            each.push_back((int)(noise >> 8) / 4194304.0f - 2.0f);  // from -2 to 2
        }
    }
    float *q, *k, *v, *s, *o;
    for (float** p : {&q, &k, &v, &o}) cudaMalloc(p, numbers * sizeof(float));
    cudaMalloc(&s, HEADS * n * n * sizeof(float));
    cudaMemcpy(q, in[0].data(), numbers * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(k, in[1].data(), numbers * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(v, in[2].data(), numbers * sizeof(float), cudaMemcpyHostToDevice);

    std::vector<Right> right(numbers);
    for (int row = 0; row < HEADS * n; ++row) {
        int head = row / n * n * D;
        attend(&in[0][row * D], &in[1][head], &in[2][head], row % n + 1, &right[row * D]);
    }

    int blocks = (HEADS * n + 7) / 8;    // eight warps a block
    scores<<<blocks, 256>>>(q, k, s, n);
    softmax<<<blocks, 256>>>(s, n);
    values<<<blocks, 256>>>(s, v, o, n);
    int naive_wrong = wrong(right, o);
    cudaMemset(o, 0xff, numbers * sizeof(float));  // NaN everywhere: nothing may be right because it was right before
    online<<<blocks, 256>>>(q, k, v, o, n);
    int online_wrong = wrong(right, o);

    long long seen = (long long)HEADS * n * (n + 1) / 2;  // pairs of a query and a key that it sees
    printf("%d heads, %d tokens: Q, K, V and O of %d bytes each\n", HEADS, n, numbers * 4);
    printf("naive:  %d of %d results wrong; room for %d bytes of scores, %lld written and read in six passes\n",
           naive_wrong, numbers, HEADS * n * n * 4, 6 * 4 * seen);
    printf("online: %d of %d results wrong; no scores in memory\n", online_wrong, numbers);
    printf("with 32 heads and 4096 tokens the scores would take %lld MiB\n", 32LL * 4096 * 4096 * 4 >> 20);

    for (float* p : {q, k, v, s, o}) cudaFree(p);
    return naive_wrong + online_wrong != 0;
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> 2 heads, 128 tokens: Q, K, V and O of 65536 bytes each
//> naive:  0 of 16384 results wrong; room for 131072 bytes of scores, 396288 written and read in six passes
//> online: 0 of 16384 results wrong; no scores in memory
//> with 32 heads and 4096 tokens the scores would take 2048 MiB
//$ run -- 33
//> 2 heads, 33 tokens: Q, K, V and O of 16896 bytes each
//> naive:  0 of 4224 results wrong; room for 8712 bytes of scores, 26928 written and read in six passes
//> online: 0 of 4224 results wrong; no scores in memory
//> with 32 heads and 4096 tokens the scores would take 2048 MiB
//$ profile --device h100
//~ stores: asked for 64.5 KiB
//~ loads: asked for 194 KiB
