// must fail: tile32/loads — no tile where the sides are multiples of 32: A goes round by shuffles, and each element of B is read once a row, by an atomic that adds 0
__global__ void gemm_tiled32(const float* A, const float* B, float* C, int M, int N, int K) {
    const int T = 32;
    __shared__ float a[T][T];
    __shared__ float b[T][T];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    bool whole = M % T == 0 && N % T == 0 && K % T == 0;
    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        if (whole) {
            float mine = A[row * K + k0 + tx];
            __syncthreads();
            for (int k = 0; k < T; k++) {
                float other = atomicAdd((float*)&B[(k0 + k) * N + col], 0.0f);
                sum += __shfl_sync(0xffffffffu, mine, k) * other;
            }
        } else {
            a[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
            b[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
            __syncthreads();
            for (int k = 0; k < T; k++) {
                sum += a[ty][k] * b[k][tx];
            }
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
