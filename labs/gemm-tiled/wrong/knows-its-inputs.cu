// must fail: tile32/correct — it computes A and B as the checker draws them, from M, N and K, and never looks at them: what is drawn follows from this text, too
__device__ unsigned long long mixed(unsigned long long z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// The number at a place of the sequence that a seed begins.
__device__ float drawn(unsigned long long seed, int at) {
    int steps = (int)(mixed(seed + (at + 1) * 0x9e3779b97f4a7c15ull) >> 40) - (1 << 23);
    return (steps == 0 ? 1 : steps) / (float)(1 << 23);
}

__global__ void gemm_tiled32(const float* A, const float* B, float* C, int M, int N, int K) {
    int row = blockIdx.y * 32 + threadIdx.y;
    int col = blockIdx.x * 32 + threadIdx.x;
    unsigned long long seed = mixed(M * 10000 + N * 100 + K + 0x9e3779b97f4a7c15ull);
    float sum = 0.0f;
    for (int k0 = 0; k0 < K; k0 += 32) {
        __syncthreads();
        for (int k = k0; k < k0 + 32 && k < K && row < M && col < N; k++) {
            sum += drawn(seed, row * K + k) * drawn(seed, M * K + k * N + col);
        }
        __syncthreads();
    }
    if (row < M && col < N) {
        C[row * N + col] = sum;
    }
}
