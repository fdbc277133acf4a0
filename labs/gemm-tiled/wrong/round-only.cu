// must fail: tile32/bounds — no guards: right when every dimension is a multiple of 32
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
        a[ty][tx] = A[row * K + k0 + tx];
        b[ty][tx] = B[(k0 + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < T; k++) {
            sum += a[ty][k] * b[k][tx];
        }
        __syncthreads();
    }
    C[row * N + col] = sum;
}
