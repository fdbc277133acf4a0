// must fail: vector/stores — the results go out one at a time: neighbouring threads are 16 bytes apart
__global__ void gemm_vector(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ __align__(16) float a[8][68];
    __shared__ __align__(16) float b[8][64];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int t = ty * 16 + tx;
    int row0 = blockIdx.y * 64;
    int col0 = blockIdx.x * 64;
    bool whole = K % 4 == 0 && N % 4 == 0;

    float sum[4][4] = {};
    for (int k0 = 0; k0 < K; k0 += 8) {
        if (whole) {
            if (t < 128) {
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
            } else {
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
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    sum[i][j] += from_a[i] * from_b[j];
                }
            }
        }
        __syncthreads();
    }

    for (int i = 0; i < 4; i++) {
        int row = row0 + 4 * ty + i;
        int col = col0 + 4 * tx;
        if (row < M && col < N && whole && K < 0) {
            *reinterpret_cast<float4*>(C + row * N + col) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
        } else if (row < M) {
            for (int j = 0; j < 4; j++) {
                if (col + j < N) {
                    C[row * N + col + j] = sum[i][j];
                }
            }
        }
    }
}
