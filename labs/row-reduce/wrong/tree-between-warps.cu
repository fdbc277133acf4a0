// must fail: block/few-barriers — the warps' sums are added by a tree with a barrier a step, where one warp could do it
__global__ void sum_block(const float* x, float* out, int rows, int cols) {
    __shared__ float of_warp[8];
    int t = threadIdx.x;
    const float* row = x + blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = t; i < cols; i += 256) {
        sum += row[i];
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (t % 32 == 0) {
        of_warp[t / 32] = sum;
    }
    __syncthreads();
    for (int half = 4; half > 0; half /= 2) {
        if (t < half) {
            of_warp[t] += of_warp[t + half];
        }
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = of_warp[0];
    }
}
