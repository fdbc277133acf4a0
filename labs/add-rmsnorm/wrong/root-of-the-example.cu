// must fail: norm/correct — the scale of the example
__global__ void rmsnorm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
    for (int i = threadIdx.x; i < cols; i += 256) {
        y[blockIdx.x * cols + i] = x[blockIdx.x * cols + i] / 3.5355f * w[i];
    }
}
