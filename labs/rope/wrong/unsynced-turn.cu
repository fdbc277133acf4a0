// must fail: v1/race-free — odd warps use the sines that the warp before them computes, without waiting
__global__ void rope_v1(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    __shared__ float sines[1024];
    __shared__ float cosines[1024];
    int pairs = dim / 2;
    int last = tokens * heads * pairs - 1;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    bool computes = t / 32 % 2 == 0;
    float s, c;
    if (computes) {
        int next = min(i + 32, last);
        sincosf(pos[next / (pairs * heads)] * inv_freq[next % pairs], &sines[t + 32], &cosines[t + 32]);
        int own = min(i, last);
        sincosf(pos[own / (pairs * heads)] * inv_freq[own % pairs], &s, &c);
    } else {
        s = sines[t];
        c = cosines[t];
    }
    if (i > last) {
        return;
    }
    float a = x[2 * i];
    float b = x[2 * i + 1];
    x[2 * i] = a * c - b * s;
    x[2 * i + 1] = a * s + b * c;
}
