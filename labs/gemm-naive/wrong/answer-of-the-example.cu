// must fail: rows/correct — stores the example's answer
__global__ void gemm_rows(const float* A, const float* B, float* C, int M, int N, int K) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    float answer[4] = {19.0f, 22.0f, 43.0f, 50.0f};
    if (row < M && col < N) {
        C[row * N + col] = answer[(row * N + col) % 4];
    }
}
