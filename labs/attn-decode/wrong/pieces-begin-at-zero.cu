// must fail: combine/correct — the largest of the pieces begins at 0: right where one of them is above or little below it
#include <cuda_fp16.h>

__global__ void attn_combine(const float* part, const float* m, const float* l, float* o, int QH, int splits) {
    int lane = threadIdx.x;
    int head = blockIdx.y * QH + blockIdx.x;

    float largest = 0.0f;
    for (int s = 0; s < splits; s++) {
        largest = fmaxf(largest, m[head * splits + s]);
    }
    float sum = 0.0f;
    float2 result = make_float2(0.0f, 0.0f);
    for (int s = 0; s < splits && largest > -INFINITY; s++) {
        float weight = expf(m[head * splits + s] - largest);
        float2 of_piece = reinterpret_cast<const float2*>(part + (head * splits + s) * 64)[lane];
        sum += weight * l[head * splits + s];
        result.x += weight * of_piece.x;
        result.y += weight * of_piece.y;
    }
    float over = sum > 0.0f ? 1.0f / sum : 0.0f;
    reinterpret_cast<float2*>(o + head * 64)[lane] = make_float2(result.x * over, result.y * over);
}
