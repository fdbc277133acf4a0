// C = A * B in single precision, row by row: A is M x K, B is K x N, C is M x N. A, B and C begin at multiples of 16 bytes.
// A block computes 64 x 64 elements of C, in steps of 8 along K. Each thread holds several elements of C in registers, so that
// a number read from shared memory is used several times.

// Part scalar: 16 x 16 threads with 4 x 4 elements each, at distances of 16.
//@anchor scalar
__global__ void gemm_scalar(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[8][68];  // a[k][row]: turned around, and padded so that the fill has no conflict
    __shared__ float b[8][64];
    //@solution
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int t = ty * 16 + tx;
    int row0 = blockIdx.y * 64;
    int col0 = blockIdx.x * 64;

    float sum[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        for (int e = t; e < 512; e += 256) {
            int row = row0 + e / 8;  // eight neighbours of a row of A: one sector
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
            #pragma unroll
            for (int i = 0; i < 4; i++) {
                from_a[i] = a[k][ty + 16 * i];
                from_b[i] = b[k][tx + 16 * i];
            }
            #pragma unroll
            for (int i = 0; i < 4; i++) {
                #pragma unroll
                for (int j = 0; j < 4; j++) {
                    sum[i][j] += from_a[i] * from_b[j];  // 8 reads, 16 products
                }
            }
        }
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < 4; i++) {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            int row = row0 + ty + 16 * i;
            int col = col0 + tx + 16 * j;
            if (row < M && col < N) {
                C[row * N + col] = sum[i][j];
            }
        }
    }
    //@starter
    //| // 256 threads fill 512 + 512 numbers, wait, use them, wait. Thread (x, y) owns rows y, y + 16, y + 32, y + 48 of the
    //| // block's 64, and columns x, x + 16, x + 32, x + 48.
    //| // In each step along k: 4 numbers of a and 4 of b into registers, then 16 products. How many reads is that for a product?
    //@end
}
//@endanchor scalar

// Part vector: 4 x 4 neighbours a thread, and four numbers in each load and store, where rows allow it.
//@anchor vector
__global__ void gemm_vector(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ __align__(16) float a[8][68];  // 68 floats are 272 bytes: every row begins at a multiple of 16
    __shared__ __align__(16) float b[8][64];
    //@solution
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int t = ty * 16 + tx;
    int row0 = blockIdx.y * 64;
    int col0 = blockIdx.x * 64;
    bool whole = K % 4 == 0 && N % 4 == 0;  // then every row of A, B and C begins at a multiple of 16 bytes

    float sum[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        if (whole) {
            if (t < 128) {  // 64 rows of A, two vectors each
                int row = row0 + t / 2;
                int k = t % 2 * 4;
                float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
                if (row < M && k0 + k < K) {
                    v = *reinterpret_cast<const float4*>(A + row * K + k0 + k);
                }
                a[k][t / 2] = v.x;
                a[k + 1][t / 2] = v.y;
                a[k + 2][t / 2] = v.z;
                a[k + 3][t / 2] = v.w;
            } else {  // 8 rows of B, 16 vectors each
                int k = t / 16 - 8;
                int col = t % 16 * 4;
                float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
                if (k0 + k < K && col0 + col < N) {
                    v = *reinterpret_cast<const float4*>(B + (k0 + k) * N + col0 + col);
                }
                *reinterpret_cast<float4*>(&b[k][col]) = v;
            }
        } else {
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
        }
        __syncthreads();

        for (int k = 0; k < 8; k++) {
            float4 p = *reinterpret_cast<const float4*>(&a[k][4 * ty]);
            float4 q = *reinterpret_cast<const float4*>(&b[k][4 * tx]);
            float from_a[4] = {p.x, p.y, p.z, p.w};
            float from_b[4] = {q.x, q.y, q.z, q.w};
            #pragma unroll
            for (int i = 0; i < 4; i++) {
                #pragma unroll
                for (int j = 0; j < 4; j++) {
                    sum[i][j] += from_a[i] * from_b[j];
                }
            }
        }
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < 4; i++) {
        int row = row0 + 4 * ty + i;
        int col = col0 + 4 * tx;
        if (row < M && col < N && whole) {
            *reinterpret_cast<float4*>(C + row * N + col) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        } else if (row < M) {
            #pragma unroll
            for (int j = 0; j < 4; j++) {
                if (col + j < N) {
                    C[row * N + col + j] = sum[i][j];
                }
            }
        }
    }
    //@starter
    //| // Begin with your gemm_scalar. Thread (x, y) now owns rows 4 * y … 4 * y + 3 and columns 4 * x … 4 * x + 3.
    //| // 1. Reads of shared memory: one float4 of a, one of b, for 16 products.
    //| // 2. Loads and stores of global memory: float4 where N and K are multiples of 4, single numbers elsewhere.
    //@end
}
//@endanchor vector

// Part eight: 8 x 8 threads with 8 x 8 elements each, in four pieces of 4 x 4.
//@anchor eight
__global__ void gemm_eight(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ __align__(16) float a[8][68];
    __shared__ __align__(16) float b[8][64];
    //@solution
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int t = ty * 8 + tx;
    int row0 = blockIdx.y * 64;
    int col0 = blockIdx.x * 64;
    bool whole = K % 4 == 0 && N % 4 == 0;

    float sum[8][8] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        if (whole) {
            for (int e = t; e < 128; e += 64) {
                int row = row0 + e / 2;
                int k = e % 2 * 4;
                float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
                if (row < M && k0 + k < K) {
                    v = *reinterpret_cast<const float4*>(A + row * K + k0 + k);
                }
                a[k][e / 2] = v.x;
                a[k + 1][e / 2] = v.y;
                a[k + 2][e / 2] = v.z;
                a[k + 3][e / 2] = v.w;
            }
            for (int e = t; e < 128; e += 64) {
                int k = e / 16;
                int col = e % 16 * 4;
                float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
                if (k0 + k < K && col0 + col < N) {
                    v = *reinterpret_cast<const float4*>(B + (k0 + k) * N + col0 + col);
                }
                *reinterpret_cast<float4*>(&b[k][col]) = v;
            }
        } else {
            for (int e = t; e < 512; e += 64) {
                int row = row0 + e / 8;
                int k = k0 + e % 8;
                a[e % 8][e / 8] = row < M && k < K ? A[row * K + k] : 0.0f;
            }
            for (int e = t; e < 512; e += 64) {
                int k = k0 + e / 64;
                int col = col0 + e % 64;
                b[e / 64][e % 64] = k < K && col < N ? B[k * N + col] : 0.0f;
            }
        }
        __syncthreads();

        for (int k = 0; k < 8; k++) {
            float from_a[8];
            float from_b[8];
            #pragma unroll
            for (int half = 0; half < 2; half++) {  // two pieces, 32 apart: neighbouring threads read neighbouring vectors
                float4 p = *reinterpret_cast<const float4*>(&a[k][32 * half + 4 * ty]);
                float4 q = *reinterpret_cast<const float4*>(&b[k][32 * half + 4 * tx]);
                from_a[4 * half] = p.x;
                from_a[4 * half + 1] = p.y;
                from_a[4 * half + 2] = p.z;
                from_a[4 * half + 3] = p.w;
                from_b[4 * half] = q.x;
                from_b[4 * half + 1] = q.y;
                from_b[4 * half + 2] = q.z;
                from_b[4 * half + 3] = q.w;
            }
            #pragma unroll
            for (int i = 0; i < 8; i++) {
                #pragma unroll
                for (int j = 0; j < 8; j++) {
                    sum[i][j] += from_a[i] * from_b[j];  // 16 reads, 64 products
                }
            }
        }
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < 8; i++) {
        int row = row0 + 32 * (i / 4) + 4 * ty + i % 4;
        #pragma unroll
        for (int half = 0; half < 2; half++) {
            int col = col0 + 32 * half + 4 * tx;
            if (row < M && col < N && whole) {
                *reinterpret_cast<float4*>(C + row * N + col) =
                    make_float4(sum[i][4 * half], sum[i][4 * half + 1], sum[i][4 * half + 2], sum[i][4 * half + 3]);
            } else if (row < M) {
                #pragma unroll
                for (int j = 0; j < 4; j++) {
                    if (col + j < N) {
                        C[row * N + col + j] = sum[i][4 * half + j];
                    }
                }
            }
        }
    }
    //@starter
    //| // 64 threads, 64 elements each. If a thread owned 8 x 8 neighbours, its vectors would lie 32 bytes from the next thread's:
    //| // which banks would 8 threads of a row touch? Give it four pieces of 4 x 4 instead, 32 apart in each direction.
    //@end
}
//@endanchor eight
