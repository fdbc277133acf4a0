// must fail: scores/correct — leaves masked scores unwritten
__global__ void qk_scores(const float* Q, const float* K, float* S, int N, int D, float scale, int causal) {
    int j = blockIdx.x * 32 + threadIdx.x;
    int i = blockIdx.y * 8 + threadIdx.y; 
    int head = blockIdx.z;
    if (i < N && j < N) {
        const float* q = Q + (head * N + i) * D;
        const float* k = K + (head * N + j) * D;
        float sum = 0.0f;
        for (int d = 0; d < D; d++) {
            sum += q[d] * k[d];
        }
        if (!causal || j <= i) {
            S[(head * N + i) * N + j] = sum * scale;
        }
    }
}
