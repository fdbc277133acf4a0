// must fail: combine/correct — takes -inf from -inf where all pieces are empty
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

__global__ void attn_combine(const float* part, const float* m, const float* l, float* o, int QH, int splits) {
    int lane = threadIdx.x;
    int head = blockIdx.y * QH + blockIdx.x;

    float largest = -INFINITY;
    for (int s = 0; s < splits; s++) {
        largest = fmaxf(largest, m[head * splits + s]);
    }
    float sum = 0.0f;
    float2 result = make_float2(0.0f, 0.0f);
    for (int s = 0; s < splits; s++) {
        float weight = expf(m[head * splits + s] - largest);
        float2 of_piece = reinterpret_cast<const float2*>(part + (head * splits + s) * 64)[lane];
        sum += weight * l[head * splits + s];
        result.x += weight * of_piece.x;
        result.y += weight * of_piece.y;
    }
    float over = sum > 0.0f ? 1.0f / sum : 0.0f;
    reinterpret_cast<float2*>(o + head * 64)[lane] = make_float2(result.x * over, result.y * over);
}
