// C = A * B in single precision, row by row: A is M x K, B is K x N, C is M x N.

// For comparison: every thread asks for all that it needs, 2 * M * N * K elements in all.
//@anchor naive
__global__ void gemm_naive(const float* A, const float* B, float* C,
                           int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[row * K + k] * B[k * N + col];
        }
        C[row * N + col] = sum;
    }
}
//@endanchor naive

// Part tile32: blocks of 32 x 32 threads; each element loaded from global memory is used 32 times.
//@anchor tiled
__global__ void gemm_tiled32(const float* A, const float* B, float* C, int M, int N, int K) {
    const int T = 32;
    __shared__ float a[T][T];
    __shared__ float b[T][T];
    //@solution
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        // Fill both tiles, one element a thread; what lies outside a matrix counts as zero.
        a[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        b[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();  // filled before used

        for (int k = 0; k < T; k++) {
            sum += a[ty][k] * b[k][tx];
        }
        __syncthreads();  // used before filled again
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
    //@starter
    //| // For each step of T along K: fill `a` and `b` together, wait, use them, wait.
    //| // A thread outside C still helps to fill, and meets every barrier.
    //@end
}
//@endanchor tiled

// Part tile16: the same with blocks of 16 x 16 threads. What changes in the counts?
//@anchor tiled16
__global__ void gemm_tiled16(const float* A, const float* B, float* C, int M, int N, int K) {
    //@solution
    const int T = 16;
    __shared__ float a[T][T];
    __shared__ float b[T][T];

    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;

    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += T) {
        a[ty][tx] = (row < M && k0 + tx < K) ? A[row * K + k0 + tx] : 0.0f;
        b[ty][tx] = (k0 + ty < K && col < N) ? B[(k0 + ty) * N + col] : 0.0f;
        __syncthreads();

        for (int k = 0; k < T; k++) {
            sum += a[ty][k] * b[k][tx];
        }
        __syncthreads();
    }

    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
    //@starter
    //| // Predict the loads and the shared bytes before you run the check.
    //@end
}
//@endanchor tiled16
