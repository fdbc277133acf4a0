// must fail: stride/bytes — every block computes all elements: right, and many times the traffic
__global__ void vadd_stride(const float* a, const float* b, float* c, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        c[i] = a[i] + b[i];
    }
}
