// must fail: tree/lanes — working threads are scattered over all warps: right, and most lanes idle
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
        if (t % (2 * step) == 0) {
            part[t] += part[t + step];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = part[0];
    }
}
