// must fail: stride/sectors — each thread takes a run of elements: right, and neighbouring lanes lie far apart
__global__ void vadd_stride(const float* a, const float* b, float* c, int n) {
    int threads = gridDim.x * blockDim.x;
    int each = (n + threads - 1) / threads;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < first + each && i < n; i++) {
        c[i] = a[i] + b[i];
    }
}
