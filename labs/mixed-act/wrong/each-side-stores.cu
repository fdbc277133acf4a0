// must fail: branch/stores — each side stores: right, and a warp stores twice, half of each sector at a time
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);
}

__device__ float silu(float v) {
    return v / (1.0f + expf(-v));
}

__global__ void act_branch(const float* x, const unsigned char* kind, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (kind[i] == 0) {
            y[i] = relu(x[i]);
        } else {
            y[i] = silu(x[i]);
        }
    }
}
