// Attention while decoding: one query for each head of each sequence, against all that the cache holds.
// q and o are [B][QH][64], k and v are [B][N][KH][64]; sequence b has len[b] tokens, and slots from len[b] on were never written.
// QH is 4 * KH: the query heads 4 * g … 4 * g + 3 share the key/value head g. A sequence of no tokens gives 0.
// Keys, values and queries have 16 bits; sums, results and all that is between have 32.
#include <cuda_fp16.h>

// Part per-head: a warp for each query head; blocks of 32 threads, x for the head, y for the sequence.
//@anchor per-head
//@solution
// The sum of a warp's 32 values, for every lane.
__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    return v;
}

// What a warp knows of the keys so far: the largest score, the sum of exp(score - m), and a lane's two numbers of the result.
struct Running {
    float m;
    float l;
    float2 o;
};

// One more key and value: two numbers of each in every lane.
__device__ void take_in(Running& so_far, float2 q, float2 k, float2 v, float scale) {
    float score = warp_sum(q.x * k.x + q.y * k.y) * scale;
    float larger = fmaxf(so_far.m, score);
    float keep = expf(so_far.m - larger);  // exp(-inf) = 0 for the first key
    float share = expf(score - larger);
    so_far.l = so_far.l * keep + share;
    so_far.o.x = so_far.o.x * keep + share * v.x;
    so_far.o.y = so_far.o.y * keep + share * v.y;
    so_far.m = larger;
}

//@starter
//| // All parts take in one key and value after the other: the largest score so far, the sum of exp(score - largest), and the
//| // weighed sum of the values, in a `__device__` function of yours.
//|
//@end
__global__ void attn_per_head(const __half* q, const __half* k, const __half* v, float* o, const int* len,
                              int QH, int KH, int N, float scale) {
    //@solution
    int lane = threadIdx.x;
    int h = blockIdx.x;
    int b = blockIdx.y;
    int g = h / (QH / KH);
    // 64 numbers of 16 bits are 32 pairs: a pair a lane, 128 bytes a warp.
    float2 mine = __half22float2(reinterpret_cast<const __half2*>(q + (b * QH + h) * 64)[lane]);

    Running so_far = {-INFINITY, 0.0f, {0.0f, 0.0f}};
    for (int t = 0; t < len[b]; t++) {
        int row = ((b * N + t) * KH + g) * 64;
        float2 key = __half22float2(reinterpret_cast<const __half2*>(k + row)[lane]);
        float2 value = __half22float2(reinterpret_cast<const __half2*>(v + row)[lane]);
        take_in(so_far, mine, key, value, scale);
    }
    float over = so_far.l > 0.0f ? 1.0f / so_far.l : 0.0f;
    float2* out = reinterpret_cast<float2*>(o + (b * QH + h) * 64);
    out[lane] = make_float2(so_far.o.x * over, so_far.o.y * over);
    //@starter
    //| // 1. Lane l has numbers 2l and 2l + 1 of the query, and of each key and value.
    //| // 2. A score is a sum over the lanes: five shuffles a key.
    //| // 3. Which key/value head belongs to query head h? How many tokens are there?
    //@end
}
//@endanchor per-head

// Part grouped: a block for each key/value head, a warp for each of its four query heads; keys and values are read once.
//@anchor grouped
__global__ void attn_grouped(const __half* q, const __half* k, const __half* v, float* o, const int* len,
                             int QH, int KH, int N, float scale) {
    //@solution
    __shared__ __half2 keys[32][32];  // 32 tokens, a pair a bank
    __shared__ __half2 values[32][32];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int g = blockIdx.x;
    int b = blockIdx.y;
    int h = g * (QH / KH) + warp;
    int tokens = len[b];
    float2 mine = __half22float2(reinterpret_cast<const __half2*>(q + (b * QH + h) * 64)[lane]);

    Running so_far = {-INFINITY, 0.0f, {0.0f, 0.0f}};
    for (int t0 = 0; t0 < tokens; t0 += 32) {
        int here = min(32, tokens - t0);
        for (int t = warp; t < here; t += 4) {  // the four warps share the reading
            int row = ((b * N + t0 + t) * KH + g) * 64;
            keys[t][lane] = reinterpret_cast<const __half2*>(k + row)[lane];
            values[t][lane] = reinterpret_cast<const __half2*>(v + row)[lane];
        }
        __syncthreads();
        for (int t = 0; t < here; t++) {  // and each looks at all of it
            take_in(so_far, mine, __half22float2(keys[t][lane]), __half22float2(values[t][lane]), scale);
        }
        __syncthreads();
    }
    float over = so_far.l > 0.0f ? 1.0f / so_far.l : 0.0f;
    float2* out = reinterpret_cast<float2*>(o + (b * QH + h) * 64);
    out[lane] = make_float2(so_far.o.x * over, so_far.o.y * over);
    //@starter
    //| // Four query heads want the same keys and values. Stage some tokens in shared memory, wait, let all four warps use
    //| // them, wait.
    //@end
}
//@endanchor grouped

// Part split: a sequence's tokens are cut into `gridDim.z` pieces, so that a long one keeps many multiprocessors busy.
// Piece s has the tokens s * len / splits … (s + 1) * len / splits - 1, rounded down. For each query head and piece it leaves
// the largest score m, the sum l of exp(score - m), and the sum of exp(score - m) * v, not divided by l. An empty piece has
// m = -inf, l = 0 and zeros. m and l are [B][QH][splits], part is [B][QH][splits][64].
//@anchor split
__global__ void attn_split(const __half* q, const __half* k, const __half* v, float* part, float* m, float* l, const int* len,
                           int QH, int KH, int N, float scale) {
    //@solution
    __shared__ __half2 keys[32][32];
    __shared__ __half2 values[32][32];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int g = blockIdx.x;
    int b = blockIdx.y;
    int s = blockIdx.z;
    int splits = gridDim.z;
    int h = g * (QH / KH) + warp;
    int first = s * len[b] / splits;
    int end = (s + 1) * len[b] / splits;
    float2 mine = __half22float2(reinterpret_cast<const __half2*>(q + (b * QH + h) * 64)[lane]);

    Running so_far = {-INFINITY, 0.0f, {0.0f, 0.0f}};
    for (int t0 = first; t0 < end; t0 += 32) {
        int here = min(32, end - t0);
        for (int t = warp; t < here; t += 4) {
            int row = ((b * N + t0 + t) * KH + g) * 64;
            keys[t][lane] = reinterpret_cast<const __half2*>(k + row)[lane];
            values[t][lane] = reinterpret_cast<const __half2*>(v + row)[lane];
        }
        __syncthreads();
        for (int t = 0; t < here; t++) {
            take_in(so_far, mine, __half22float2(keys[t][lane]), __half22float2(values[t][lane]), scale);
        }
        __syncthreads();
    }
    int piece = (b * QH + h) * splits + s;
    reinterpret_cast<float2*>(part + piece * 64)[lane] = so_far.o;
    if (lane == 0) {
        m[piece] = so_far.m;
        l[piece] = so_far.l;
    }
    //@starter
    //| // Your attn_grouped from `first` to `end`, and at its end nothing is divided: three results instead of one.
    //@end
}
//@endanchor split

// Part combine: the pieces of a query head become its result. A warp a head; blocks of 32 threads, x for the head, y for the sequence.
//@anchor combine
__global__ void attn_combine(const float* part, const float* m, const float* l, float* o, int QH, int splits) {
    //@solution
    int lane = threadIdx.x;
    int head = blockIdx.y * QH + blockIdx.x;

    float largest = -INFINITY;
    for (int s = 0; s < splits; s++) {
        largest = fmaxf(largest, m[head * splits + s]);
    }
    float sum = 0.0f;
    float2 result = make_float2(0.0f, 0.0f);
    for (int s = 0; s < splits && largest > -INFINITY; s++) {  // if all are empty, -inf - -inf would be NaN
        float weight = expf(m[head * splits + s] - largest);
        float2 of_piece = reinterpret_cast<const float2*>(part + (head * splits + s) * 64)[lane];
        sum += weight * l[head * splits + s];
        result.x += weight * of_piece.x;
        result.y += weight * of_piece.y;
    }
    float over = sum > 0.0f ? 1.0f / sum : 0.0f;
    reinterpret_cast<float2*>(o + head * 64)[lane] = make_float2(result.x * over, result.y * over);
    //@starter
    //| // Each piece is relative to its own m. Bring them all to the largest, add up both sums, and divide once.
    //@end
}
//@endanchor combine
