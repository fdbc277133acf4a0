// must fail: grouped/correct — reads by the order and writes by the thread
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
        float result;
        if (kind[i] == 0) {
            result = relu(v);
        } else {
            result = silu(v);
        }
        y[j] = result;
    }
}
