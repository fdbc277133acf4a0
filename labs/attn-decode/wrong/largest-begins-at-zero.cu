// must fail: per-head/correct — the largest score begins at 0: right where one of them is above or little below it
#include <cuda_fp16.h>

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    return v;
}

struct Running {
    float m;
    float l;
    float2 o;
};

__device__ void take_in(Running& so_far, float2 q, float2 k, float2 v, float scale) {
    float score = warp_sum(q.x * k.x + q.y * k.y) * scale;
    float larger = fmaxf(so_far.m, score);
    float keep = expf(so_far.m - larger);
    float share = expf(score - larger);
    so_far.l = so_far.l * keep + share;
    so_far.o.x = so_far.o.x * keep + share * v.x;
    so_far.o.y = so_far.o.y * keep + share * v.y;
    so_far.m = larger;
}

__global__ void attn_per_head(const __half* q, const __half* k, const __half* v, float* o, const int* len,
                              int QH, int KH, int N, float scale) {
    int lane = threadIdx.x;
    int h = blockIdx.x;
    int b = blockIdx.y;
    int g = h / (QH / KH);

    float2 mine = __half22float2(reinterpret_cast<const __half2*>(q + (b * QH + h) * 64)[lane]);

    Running so_far = {0.0f, 0.0f, {0.0f, 0.0f}};
    for (int t = 0; t < len[b]; t++) {
        int row = ((b * N + t) * KH + g) * 64;
        float2 key = __half22float2(reinterpret_cast<const __half2*>(k + row)[lane]);
        float2 value = __half22float2(reinterpret_cast<const __half2*>(v + row)[lane]);
        take_in(so_far, mine, key, value, scale);
    }
    float over = so_far.l > 0.0f ? 1.0f / so_far.l : 0.0f;
    float2* out = reinterpret_cast<float2*>(o + (b * QH + h) * 64);
    out[lane] = make_float2(so_far.o.x * over, so_far.o.y * over);
}
