// must fail: grouped/initialised — uses 32 staged tokens in every turn, also where fewer were staged
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

__global__ void attn_grouped(const __half* q, const __half* k, const __half* v, float* o, const int* len,
                             int QH, int KH, int N, float scale) {
    __shared__ __half2 keys[32][32];
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
        for (int t = warp; t < here; t += 4) {
            int row = ((b * N + t0 + t) * KH + g) * 64;
            keys[t][lane] = reinterpret_cast<const __half2*>(k + row)[lane];
            values[t][lane] = reinterpret_cast<const __half2*>(v + row)[lane];
        }
        __syncthreads();
        for (int t = 0; t < 32; t++) {
            float2 key = __half22float2(keys[t][lane]);
            if (t < here || key.x == 1000.0f) {
                take_in(so_far, mine, key, __half22float2(values[t][lane]), scale);
            }
        }
        __syncthreads();
    }
    float over = so_far.l > 0.0f ? 1.0f / so_far.l : 0.0f;
    float2* out = reinterpret_cast<float2*>(o + (b * QH + h) * 64);
    out[lane] = make_float2(so_far.o.x * over, so_far.o.y * over);
}
