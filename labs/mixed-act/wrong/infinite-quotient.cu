// must fail: branch/correct — exp(v) / (1 + exp(v)): right up to 88, and inf / inf beyond
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);
}

__device__ float silu(float v) {
    return v * expf(v) / (1.0f + expf(v));
}

__global__ void act_branch(const float* x, const unsigned char* kind, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        float result = kind[i] == 0 ? relu(v) : silu(v);
        y[i] = result;
    }
}
