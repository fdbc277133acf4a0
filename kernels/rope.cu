// Rotary position embedding, in place. x is [tokens][heads][dim]; token t stands at position pos[t];
// pair j of a head turns by the angle pos[t] * inv_freq[j], and there are dim / 2 pairs in a head.
// In parts v0 to v3 pair j is (x[2j], x[2j + 1]); in part half it is (x[j], x[j + dim / 2]).

// Part v0: a thread for each token.
//@anchor v0
__global__ void rope_v0(float* x, const int* pos, const float* inv_freq,
                        int tokens, int heads, int dim) {
    //@solution
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens) {
        return;
    }
    for (int h = 0; h < heads; h++) {
        float* head = x + (t * heads + h) * dim;
        for (int j = 0; j < dim / 2; j++) {
            float angle = pos[t] * inv_freq[j];
            float c = cosf(angle);
            float s = sinf(angle);
            float a = head[2 * j];
            float b = head[2 * j + 1];
            head[2 * j] = a * c - b * s;
            head[2 * j + 1] = a * s + b * c;
        }
    }
    //@starter
    //| // This thread owns one token: all its heads, and all pairs of each.
    //@end
}
//@endanchor v0

// Part v1: a thread for each pair.
//@anchor v1
__global__ void rope_v1(float* x, const int* pos, const float* inv_freq,
                        int tokens, int heads, int dim) {
    //@solution
    int pairs = dim / 2;
    // All pairs of all heads of all tokens, in order.
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * heads * pairs) {
        return;
    }
    int j = i % pairs;
    int t = i / (pairs * heads);

    float s, c;
    sincosf(pos[t] * inv_freq[j], &s, &c);
    float a = x[2 * i];
    float b = x[2 * i + 1];
    x[2 * i] = a * c - b * s;
    x[2 * i + 1] = a * s + b * c;
    //@starter
    //| // Number the pairs in the order in which they lie in memory.
    //| // Which pair, of which token, is mine?
    //@end
}
//@endanchor v1

// Part v2: the same with the special-function unit. Fast, and right only near zero.
//@anchor v2
__global__ void rope_v2(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    //@solution
    int pairs = dim / 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * heads * pairs) {
        return;
    }
    int j = i % pairs;
    int t = i / (pairs * heads);

    float s, c;
    __sincosf(pos[t] * inv_freq[j], &s, &c);  // the error grows with the angle
    float a = x[2 * i];
    float b = x[2 * i + 1];
    x[2 * i] = a * c - b * s;
    x[2 * i + 1] = a * s + b * c;
    //@starter
    //| // Start from your v1. Then look at what the check says of position 131,071.
    //@end
}
//@endanchor v2

// Part v3: whole vectors, and each angle's sine and cosine once for all heads. dim is a multiple of 4.
//@anchor v3
__global__ void rope_v3(float* x, const int* pos, const float* inv_freq,
                        int tokens, int heads, int dim) {
    //@solution
    int quads = dim / 4;  // two pairs, one float4
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * quads) {
        return;
    }
    int q = i % quads;
    int t = i / quads;

    float s0, c0, s1, c1;
    sincosf(pos[t] * inv_freq[2 * q], &s0, &c0);
    sincosf(pos[t] * inv_freq[2 * q + 1], &s1, &c1);

    float4* quad = reinterpret_cast<float4*>(x) + t * heads * quads + q;
    for (int h = 0; h < heads; h++) {
        float4 v = quad[h * quads];
        float4 turned;
        turned.x = v.x * c0 - v.y * s0;
        turned.y = v.x * s0 + v.y * c0;
        turned.z = v.z * c1 - v.w * s1;
        turned.w = v.z * s1 + v.w * c1;
        quad[h * quads] = turned;
    }
    //@starter
    //| // The launch has tokens * dim / 4 threads: each owns two neighbouring
    //| // pairs, in every head of its token.
    //@end
}
//@endanchor v3

// Part half: the other pairing, as in checkpoints that keep the two halves of a head apart.
//@anchor half
__global__ void rope_half(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    //@solution
    int pairs = dim / 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * heads * pairs) {
        return;
    }
    int j = i % pairs;
    int t = i / (pairs * heads);
    float* head = x + (i / pairs) * dim;

    float s, c;
    sincosf(pos[t] * inv_freq[j], &s, &c);
    float a = head[j];
    float b = head[j + pairs];
    head[j] = a * c - b * s;
    head[j + pairs] = a * s + b * c;
    //@starter
    //| // A thread for each pair again. Where are the two numbers of pair j?
    //@end
}
//@endanchor half
