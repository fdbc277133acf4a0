// must fail: tree/correct — stores the example's sum
__global__ void sum_tree(const float* x, float* out, int rows, int cols) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = t == 0 ? 21.0f : 0.0f;
    __syncthreads();
    if (t == 0) {
        out[blockIdx.x] = cols > 0 ? part[0] : 0.0f;
    }
}
