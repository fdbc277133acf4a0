// must fail: scalar/banks — 64 columns of a: right, and eight lanes of the fill meet in one bank
__global__ void gemm_scalar(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[8][64];
    __shared__ float b[8][64];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int t = ty * 16 + tx;
    int row0 = blockIdx.y * 64;
    int col0 = blockIdx.x * 64;

    float sum[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        for (int e = t; e < 512; e += 256) {
            int row = row0 + e / 8;
            int k = k0 + e % 8;
            a[e % 8][e / 8] = row < M && k < K ? A[row * K + k] : 0.0f;
        }
        for (int e = t; e < 512; e += 256) {
            int k = k0 + e / 64;
            int col = col0 + e % 64;
            b[e / 64][e % 64] = k < K && col < N ? B[k * N + col] : 0.0f;
        }
        __syncthreads();

        for (int k = 0; k < 8; k++) {
            float from_a[4];
            float from_b[4];
            for (int i = 0; i < 4; i++) {
                from_a[i] = a[k][ty + 16 * i];
                from_b[i] = b[k][tx + 16 * i];
            }
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    sum[i][j] += from_a[i] * from_b[j];
                }
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            int row = row0 + ty + 16 * i;
            int col = col0 + tx + 16 * j;
            if (row < M && col < N) {
                C[row * N + col] = sum[i][j];
            }
        }
    }
}
