// must fail: columns/loads-a — a warp of 2 rows x 16 columns: right, and it asks for two sectors of A in place of one
__global__ void gemm_columns(const float* A, const float* B, float* C, int M, int N, int K) {
    int lane = threadIdx.x;
    int y = threadIdx.y;
    int col = blockIdx.x * 32 + lane % 16 + y % 2 * 16;
    int row = blockIdx.y * 8 + y / 2 * 2 + lane / 16;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[row * K + k] * B[k * N + col];
        }
        C[row * N + col] = sum;
    }
}
