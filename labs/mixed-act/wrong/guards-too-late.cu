// must fail: grouped/bounds — guards the element, after the order was read behind its end
__device__ float relu(float v) {
    return fmaxf(v, 0.0f);
}

__device__ float silu(float v) {
    return v / (1.0f + expf(-v));
}

__global__ void act_grouped(const float* x, const unsigned char* kind, const int* order, float* y, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = order[j];
    if (i < n && j < n) {
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
