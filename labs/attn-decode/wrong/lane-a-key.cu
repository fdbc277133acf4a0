// must fail: per-head/sectors — a lane takes a key of its own: right, and neighbouring lanes are a token apart
#include <cuda_fp16.h>

__device__ float warp_max(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, step));
    }
    return v;
}

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    return v;
}

__global__ void attn_per_head(const __half* q, const __half* k, const __half* v, float* o, const int* len,
                              int QH, int KH, int N, float scale) {
    int lane = threadIdx.x;
    int h = blockIdx.x;
    int b = blockIdx.y;
    int g = h / (QH / KH);
    const __half* query = q + (b * QH + h) * 64;

    float m = -INFINITY;
    float l = 0.0f;
    float2 sum = make_float2(0.0f, 0.0f);
    for (int t0 = 0; t0 < len[b]; t0 += 32) {
        float score = -INFINITY;
        if (t0 + lane < len[b]) {
            const __half* key = k + ((b * N + t0 + lane) * KH + g) * 64;
            float product = 0.0f;
            for (int d = 0; d < 64; d++) {
                product += __half2float(query[d]) * __half2float(key[d]);
            }
            score = product * scale;
        }
        float larger = fmaxf(m, warp_max(score));
        float keep = expf(m - larger);
        float share = expf(score - larger);
        l = l * keep + warp_sum(share);
        m = larger;
        sum.x *= keep;
        sum.y *= keep;
        for (int j = 0; j < min(32, len[b] - t0); j++) {
            float weight = __shfl_sync(0xffffffff, share, j);
            const __half* value = v + ((b * N + t0 + j) * KH + g) * 64;
            float2 pair = __half22float2(reinterpret_cast<const __half2*>(value)[lane]);
            sum.x += weight * pair.x;
            sum.y += weight * pair.y;
        }
    }
    float over = l > 0.0f ? 1.0f / l : 0.0f;
    float2* out = reinterpret_cast<float2*>(o + (b * QH + h) * 64);
    out[lane] = make_float2(sum.x * over, sum.y * over);
}
