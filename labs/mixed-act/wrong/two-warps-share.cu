// must fail: select/race-free — one warp computes ReLU, the next SiLU, for 64 elements, and nobody waits for the other; usually right
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);
}

__device__ float silu(float v) {
    return v / (1.0f + expf(-v));
}

__global__ void act_select(const float* x, const unsigned char* kind, float* y, int n) {
    __shared__ float both[2][256];
    int t = threadIdx.x;
    int pair = t / 64 * 64;  // 64 elements for two warps
    int which = t / 32 % 2;
    for (int half = 0; half < 64; half += 32) {
        int at = pair + half + t % 32;
        int i = blockIdx.x * 256 + at;
        float v = i < n ? x[i] : 0.0f;
        float a = relu(v);
        float b = silu(v);
        both[which][at] = which == 0 ? a : b;
    }
    // the barrier belongs here
    int i = blockIdx.x * 256 + t;
    if (i < n) {
        y[i] = both[kind[i]][t];
    }
}
