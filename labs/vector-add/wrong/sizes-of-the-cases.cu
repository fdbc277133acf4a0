// must fail: vadd/hidden — right up to the largest size that was shown, and no further
__global__ void vadd(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i < 1024) {
        c[i] = a[i] + b[i];
    }
}
