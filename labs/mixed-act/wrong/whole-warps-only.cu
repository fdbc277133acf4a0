// must fail: branch/correct — only whole warps work: right where n is a multiple of 32
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);
}

__device__ float silu(float v) {
    return v / (1.0f + expf(-v));
}

__global__ void act_branch(const float* x, const unsigned char* kind, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 32 * 32) {
        float v = x[i];
        float result;
        if (kind[i] == 0) {
            result = relu(v);
        } else {
            result = silu(v);
        }
        y[i] = result;
    }
}
