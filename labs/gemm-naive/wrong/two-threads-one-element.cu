// must fail: columns/race-free — even and odd terms in two warps that meet in shared memory without a barrier; usually right
__global__ void gemm_columns(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float half_sum[8][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    int y = threadIdx.y;
    for (int turn = 0; turn < 2; turn++) {
        int row = blockIdx.y * 8 + y / 2 + 4 * turn;
        float sum = 0.0f;
        if (row < M && col < N) {
            for (int k = y % 2; k < K; k += 2) {
                sum += A[row * K + k] * B[k * N + col];
            }
        }
        half_sum[y][threadIdx.x] = sum;
        // the barrier belongs here, and another one at the end of the turn
        if (y % 2 == 1 && row < M && col < N) {
            C[row * N + col] = half_sum[y - 1][threadIdx.x] + sum;
        }
    }
}
