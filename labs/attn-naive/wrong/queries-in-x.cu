// must fail: scores/stores — threads renumbered so that 8 lanes lie along the queries: each request of S has 8 rows
__global__ void qk_scores(const float* Q, const float* K, float* S, int N, int D, float scale, int causal) {
    int t = threadIdx.y * 32 + threadIdx.x;
    int j = blockIdx.x * 32 + t / 8;
    int i = blockIdx.y * 8 + t % 8; 
    int head = blockIdx.z;
    if (i < N && j < N) {
        const float* q = Q + (head * N + i) * D;
        const float* k = K + (head * N + j) * D;
        float sum = 0.0f;
        for (int d = 0; d < D; d++) {
            sum += q[d] * k[d];
        }
        S[(head * N + i) * N + j] = causal && j > i ? -INFINITY : sum * scale;
    }
}
