// must fail: tiled/race-free — a fast warp fills the tiles again while a slow one still reads; usually right
__global__ void qk_scores_tiled(const float* Q, const float* K, float* S, int N, int D, float scale, int causal) {
    __shared__ float q[32][33];
    __shared__ float k[32][33];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int i0 = blockIdx.y * 32;
    int j0 = blockIdx.x * 32;
    int head = blockIdx.z;

    float sum = 0.0f;
    for (int d0 = 0; d0 < D; d0 += 32) {
        int d = d0 + tx;
        q[ty][tx] = i0 + ty < N && d < D ? Q[(head * N + i0 + ty) * D + d] : 0.0f;
        k[ty][tx] = j0 + ty < N && d < D ? K[(head * N + j0 + ty) * D + d] : 0.0f;
        __syncthreads();
        for (int e = 0; e < 32; e++) {
            sum += q[ty][e] * k[tx][e];
        }
    }
    int i = i0 + ty;
    int j = j0 + tx;
    if (i < N && j < N) {
        S[(head * N + i) * N + j] = causal && j > i ? -INFINITY : sum * scale;
    }
}
