// must fail: stride/order — the last block adds to what the others stored, as if they had all run before it: by atomics, so it is no race
__global__ void vadd_stride(const float* a, const float* b, float* c, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        atomicExch(&c[i], a[i]);
    }
    __syncthreads();
    if (blockIdx.x == gridDim.x - 1) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            atomicAdd(&c[i], b[i]);
        }
    }
}
