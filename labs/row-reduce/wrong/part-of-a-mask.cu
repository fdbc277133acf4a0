// must fail: block/race-free — eight lanes shuffle under a mask of 32
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
    if (t < 8) {
        sum = of_warp[t];
        for (int step = 4; step > 0; step /= 2) {
            sum += __shfl_down_sync(0xffffffff, sum, step);
        }
        if (t == 0) {
            out[blockIdx.x] = sum;
        }
    }
}
