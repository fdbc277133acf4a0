// must fail: tree/banks — working threads are packed, their cells far apart: right, and up to 32 lanes meet in one bank
__global__ void sum_tree(const float* x, float* out, int rows, int cols) {
    __shared__ float part[256];
    int t = threadIdx.x;
    const float* row = x + blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = t; i < cols; i += 256) {
        sum += row[i];
    }
    part[t] = sum;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int at = 2 * step * t;
        if (at < 256) {
            part[at] += part[at + step];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = part[0];
    }
}
