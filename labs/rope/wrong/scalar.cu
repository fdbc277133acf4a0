// must fail: v3/loads — four single floats in place of one float4: right, and each request uses a quarter of its sectors
__global__ void rope_v3(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int quads = dim / 4;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * quads) {
        return;
    }
    int q = i % quads;
    int t = i / quads;
    float s0, c0, s1, c1;
    sincosf(pos[t] * inv_freq[2 * q], &s0, &c0);
    sincosf(pos[t] * inv_freq[2 * q + 1], &s1, &c1);
    for (int h = 0; h < heads; h++) {
        float* quad = x + (t * heads + h) * dim + 4 * q;
        float a0 = quad[0];
        float b0 = quad[1];
        float a1 = quad[2];
        float b1 = quad[3];
        float4 turned = make_float4(a0 * c0 - b0 * s0, a0 * s0 + b0 * c0, a1 * c1 - b1 * s1, a1 * s1 + b1 * c1);
        *reinterpret_cast<float4*>(quad) = turned;
    }
}
