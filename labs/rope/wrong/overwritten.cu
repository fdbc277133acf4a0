// must fail: v0/correct — the second number of a pair is turned with the first already overwritten
__global__ void rope_v0(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens) {
        return;
    }
    for (int h = 0; h < heads; h++) {
        float* head = x + (t * heads + h) * dim;
        for (int j = 0; j < dim / 2; j++) {
            float angle = pos[t] * inv_freq[j];
            head[2 * j] = head[2 * j] * cosf(angle) - head[2 * j + 1] * sinf(angle);
            head[2 * j + 1] = head[2 * j] * sinf(angle) + head[2 * j + 1] * cosf(angle);
        }
    }
}
