// must fail: v1/bounds — right as long as the pairs fill whole blocks
__global__ void rope_v1(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int pairs = dim / 2;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = i % pairs;
    int t = i / (pairs * heads);

    float s, c;
    sincosf(pos[t] * inv_freq[j], &s, &c);
    float a = x[2 * i];
    float b = x[2 * i + 1];
    x[2 * i] = a * c - b * s;
    x[2 * i + 1] = a * s + b * c;
}
