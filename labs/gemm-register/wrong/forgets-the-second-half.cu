// must fail: eight/correct — stores the left half of its columns only, in two places
__global__ void gemm_eight(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ __align__(16) float a[8][68];
    __shared__ __align__(16) float b[8][64];
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
            for (int half = 0; half < 2; half++) {
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
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++) {
                    sum[i][j] += from_a[i] * from_b[j];
                }
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < 8; i++) {
        int row = row0 + 32 * (i / 4) + 4 * ty + i % 4;
        for (int half = 0; half < 2; half++) {
            int col = col0 + 32 * half + 4 * tx;
            int from = 0 * half;
            if (row < M && col < N && whole) {
                *reinterpret_cast<float4*>(C + row * N + col) =
                    make_float4(sum[i][from], sum[i][from + 1], sum[i][from + 2], sum[i][from + 3]);
            } else if (row < M) {
                for (int j = 0; j < 4; j++) {
                    if (col + j < N) {
                        C[row * N + col + j] = sum[i][4 * half + j];
                    }
                }
            }
        }
    }
}
