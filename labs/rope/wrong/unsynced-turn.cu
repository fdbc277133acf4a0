// must fail: v1/race-free — takes sine and cosine from its neighbour without waiting; right as long as a warp runs in step
__global__ void rope_v1(float* x, const int* pos, const float* inv_freq, int tokens, int heads, int dim) {
    __shared__ float sines[1024];
    __shared__ float cosines[1024];
    int pairs = dim / 2;
    int last = tokens * heads * pairs - 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = min(i ^ 1, last);
    int at = threadIdx.x ^ 1;

    sincosf(pos[other / (pairs * heads)] * inv_freq[other % pairs], &sines[at], &cosines[at]);
    if (i > last) {
        return;
    }
    float s = sines[threadIdx.x];
    float c = cosines[threadIdx.x];
    float a = x[2 * i];
    float b = x[2 * i + 1];
    x[2 * i] = a * c - b * s;
    x[2 * i + 1] = a * s + b * c;
}
