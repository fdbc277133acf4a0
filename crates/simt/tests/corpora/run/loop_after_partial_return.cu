// buffer: q f32[128] = i * 37 % 11 - 5
// buffer: k f32[128] = i * 53 % 13 - 6
// buffer: s f32[256] = uninit
// buffer: bad i32[1] = 0
// launch: scores<<<1, (16, 16)>>>(q, k, s, 16, 8, true)
// launch: verify<<<1, 1>>>(q, k, s, bad, 16, 8)
// expect: bad = 0
__global__ void scores(const float *q, const float *k, float *s, int t, int d, bool causal) {
    int i = threadIdx.y, j = threadIdx.x;
    if (i >= t || j >= t) return;
    if (causal && j > i) { s[i * t + j] = -1e30f; return; }
    float sum = 0.f;
    for (int x = 0; x < d; ++x) sum += q[i * d + x] * k[j * d + x];
    s[i * t + j] = sum;
}
__global__ void verify(const float *q, const float *k, const float *s, int *bad, int t, int d) {
    for (int i = 0; i < t; ++i)
        for (int j = 0; j < t; ++j) {
            float sum = 0.f;
            for (int x = 0; x < d; ++x) sum += q[i * d + x] * k[j * d + x];
            if (s[i * t + j] != (j > i ? -1e30f : sum)) ++*bad;
        }
}
