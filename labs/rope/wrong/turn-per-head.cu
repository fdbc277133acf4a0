// must fail: v3/angles — sine and cosine again for every head: right, and heads times the work
__global__ void rope_v3(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int quads = dim / 4;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * quads) {
        return;
    }
    int q = i % quads;
    int t = i / quads;
    float s0, c0, s1, c1;
    float4* quad = reinterpret_cast<float4*>(x) + t * heads * quads + q;
    for (int h = 0; h < heads; h++) {
        sincosf(pos[t] * inv_freq[2 * q], &s0, &c0);
        sincosf(pos[t] * inv_freq[2 * q + 1], &s1, &c1);
        float4 v = quad[h * quads];
        quad[h * quads] = make_float4(v.x * c0 - v.y * s0, v.x * s0 + v.y * c0, v.z * c1 - v.w * s1, v.z * s1 + v.w * c1);
    }
}
