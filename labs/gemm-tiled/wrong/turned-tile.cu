// must fail: tile32/banks — B lies turned in its tile: right, and a column of it lies in one bank
__global__ void gemm_tiled32(const float* A, const float* B, float* C, int M, int N, int K) {
    const int T = 32;
    __shared__ float a[T][T];
    __shared__ float b[T][T];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        a[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        b[tx][ty] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < T; k++) {
            sum += a[ty][k] * b[tx][k];
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
