// must fail: stride/correct — the step is forgotten, so the loop never ends
__global__ void vadd_stride(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (i < n) {
        c[i] = a[i] + b[i];
    }
}
