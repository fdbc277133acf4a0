// must fail: tree/barriers — the barrier stands inside the `if`: the other half never comes
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
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) {
            part[t] += part[t + half];
            __syncthreads();
        }
    }
    if (t == 0) {
        out[blockIdx.x] = part[0];
    }
}
