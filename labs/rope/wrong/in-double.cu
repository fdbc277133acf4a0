// must fail: v3/doubles — sine and cosine in double: right, and many times the work on most cards
__global__ void rope_v3(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int quads = dim / 4;  // two pairs, one float4
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * quads) {
        return;
    }
    int q = i % quads;
    int t = i / quads;

    double angle0 = pos[t] * inv_freq[2 * q];
    double angle1 = pos[t] * inv_freq[2 * q + 1];
    float s0 = sin(angle0);
    float c0 = cos(angle0);
    float s1 = sin(angle1);
    float c1 = cos(angle1);

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
}
