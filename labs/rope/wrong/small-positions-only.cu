// must fail: v1/correct — fast maths: right near position 0, and its error grows with the position
__global__ void rope_v1(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int pairs = dim / 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= tokens * heads * pairs) {
        return;
    }
    int j = i % pairs;
    int t = i / (pairs * heads);

    float s, c;
    __sincosf(pos[t] * inv_freq[j], &s, &c);
    float a = x[2 * i];
    float b = x[2 * i + 1];
    x[2 * i] = a * c - b * s;
    x[2 * i + 1] = a * s + b * c;
}
