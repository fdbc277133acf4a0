// must fail: rows/price-a — renumbers the threads along the columns: faster, and what down the rows costs is not seen
__global__ void gemm_rows(const float* A, const float* B, float* C, int M, int N, int K) {
    int t = threadIdx.y * 32 + threadIdx.x;
    int row = blockIdx.x * 32 + t / 8;
    int col = blockIdx.y * 8 + t % 8;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[row * K + k] * B[k * N + col];
        }
        C[row * N + col] = sum;
    }
}
