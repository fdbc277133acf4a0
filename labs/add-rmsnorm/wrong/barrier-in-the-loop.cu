// must fail: norm/barriers — the barrier stands inside the loop over columns: right where every thread has as many
__global__ void rmsnorm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
    __shared__ float squares[256];
    const float* row = x + blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 256) {
        squares[threadIdx.x] = row[i] * row[i];
        __syncthreads();
        for (int j = 0; j < 256 && i - threadIdx.x + j < cols; j++) {
            sum += squares[j];
        }
        __syncthreads();
    }
    float scale = rsqrtf(sum / cols + eps);
    for (int i = threadIdx.x; i < cols; i += 256) {
        y[blockIdx.x * cols + i] = row[i] * scale * w[i];
    }
}
