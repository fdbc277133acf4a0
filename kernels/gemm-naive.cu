// C = A * B in single precision, row by row: A is M x K, B is K x N, C is M x N.
// Both kernels are launched with blocks of 32 x 8 threads, so the 32 lanes of a warp share threadIdx.y and have x = 0 ... 31.
// The arithmetic is the same in both; only which index x runs along differs.

// Part rows: x runs down the rows of C. Launched with blocks along M in x and along N in y.
//@anchor rows
__global__ void gemm_rows(const float* A, const float* B, float* C, int M, int N, int K) {
    //@solution
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[row * K + k] * B[k * N + col];  // 32 rows of A, one element of B
        }
        C[row * N + col] = sum;
    }
    //@starter
    //| // 1. row from x, col from y. The grid is rounded up: is this element inside C?
    //| // 2. A sum of K products, in a variable of the thread's own.
    //| // 3. One store.
    //| // Before you check: how many sectors of A does a warp ask for at each k? Of B? How many of C at the end?
    //@end
}
//@endanchor rows

// Part columns: x runs along the columns of C. Launched with blocks along N in x and along M in y.
//@anchor columns
__global__ void gemm_columns(const float* A, const float* B, float* C, int M, int N, int K) {
    //@solution
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[row * K + k] * B[k * N + col];  // one element of A, 32 neighbours of B
        }
        C[row * N + col] = sum;
    }
    //@starter
    //| // Begin with your gemm_rows. Two lines change; write down the three counts that you expect.
    //@end
}
//@endanchor columns
