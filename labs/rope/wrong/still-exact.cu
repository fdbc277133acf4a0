// must fail: v2/fast — the exact sincosf of v1, unchanged: right, and the special-function unit has nothing to do
__global__ void rope_v2(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int pairs = dim / 2;
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
}
