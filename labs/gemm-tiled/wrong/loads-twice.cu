// must fail: tile32/edge-loads — loads what lies outside from inside and then throws it away
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
        float from_a = A[min(row, M - 1) * K + min(k0 + tx, K - 1)];
        float from_b = B[min(k0 + ty, K - 1) * N + min(col, N - 1)];
        a[ty][tx] = (row < M && k0 + tx < K) ? from_a : 0.0f;
        b[ty][tx] = (k0 + ty < K && col < N) ? from_b : 0.0f;
        __syncthreads();
        for (int k = 0; k < T; k++) {
            sum += a[ty][k] * b[k][tx];
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
