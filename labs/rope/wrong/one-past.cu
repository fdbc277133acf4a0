// must fail: v0/bounds — one token too many: the guard lets the first thread past the end in
__global__ void rope_v0(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t > tokens) {
        return;
    }
    for (int h = 0; h < heads; h++) {
        float* head = x + (t * heads + h) * dim;
        for (int j = 0; j < dim / 2; j++) {
            float angle = pos[t] * inv_freq[j];
            float c = cosf(angle);
            float s = sinf(angle);
            float a = head[2 * j];
            float b = head[2 * j + 1];
            head[2 * j] = a * c - b * s;
            head[2 * j + 1] = a * s + b * c;
        }
    }
}
