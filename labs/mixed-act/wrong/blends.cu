// must fail: select/correct — a blend in place of a choice: 0 times infinity is NaN
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);
}

__device__ float silu(float v) {
    return v / (1.0f + expf(-v));
}

__global__ void act_select(const float* x, const unsigned char* kind, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        float k = kind[i];
        y[i] = (1.0f - k) * relu(v) + k * silu(v);
    }
}
