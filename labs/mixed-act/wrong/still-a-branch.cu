// must fail: select/together — still a branch that every warp splits at
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
        float result;
        if (kind[i] == 0) {
            result = relu(v);
        } else {
            result = silu(v);
        }
        y[i] = result;
    }
}
