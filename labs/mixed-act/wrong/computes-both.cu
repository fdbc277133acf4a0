// must fail: grouped/special — computes both where the order already separates them
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);
}

__device__ float silu(float v) {
    return v / (1.0f + expf(-v));
}

__global__ void act_grouped(const float* x, const unsigned char* kind, const int* order, float* y, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < n) {
        int i = order[j];
        float v = x[i];
        float a = relu(v);
        float b = silu(v);
        y[i] = kind[i] == 0 ? a : b;
    }
}
