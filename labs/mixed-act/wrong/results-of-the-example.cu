// must fail: branch/correct — the results of the example
__global__ void act_branch(const float* x, const unsigned char* kind, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float answer[4] = {1.0f, 0.0f, 0.7311f, -0.2384f};
    if (i < n) {
        y[i] = answer[i % 4];
    }
}
