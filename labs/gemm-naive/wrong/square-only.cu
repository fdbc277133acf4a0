// must fail: rows/correct — takes K for N in B: right for square matrices only
__global__ void gemm_rows(const float* A, const float* B, float* C, int M, int N, int K) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[row * K + k] * B[(k * K + col) % (K * N)];
        }
        C[row * N + col] = sum;
    }
}
