// Attention in steps that each go through memory: scores S = scale * Q * K^T, shares P = softmax(S), results O = P * V.
// Q, K, V and O are [heads][N][D], S and P are [heads][N][N]. With `causal`, query i sees the keys 0 … i only.
// (The softmax between the two is the lab `softmax`.)

// Part scores: a thread a score, x along the keys; blocks of 32 x 8 threads, z for the head.
//@anchor scores
__global__ void qk_scores(const float* Q, const float* K, float* S, int N, int D, float scale, int causal) {
    //@solution
    int j = blockIdx.x * 32 + threadIdx.x;  // key
    int i = blockIdx.y * 8 + threadIdx.y;   // query
    int head = blockIdx.z;
    if (i < N && j < N) {
        const float* q = Q + (head * N + i) * D;
        const float* k = K + (head * N + j) * D;
        float sum = 0.0f;
        for (int d = 0; d < D; d++) {
            sum += q[d] * k[d];  // neighbouring lanes have neighbouring keys, D floats apart
        }
        S[(head * N + i) * N + j] = causal && j > i ? -INFINITY : sum * scale;
    }
    //@starter
    //| // Score (i, j) of a head is the product of row i of its Q and row j of its K, times scale.
    //| // What a query must not see is written too: -INFINITY, so that the softmax makes 0 of it.
    //| // Before you check: how many sectors of K does a warp ask for at each d?
    //@end
}
//@endanchor scores

// Part tiled: the same scores, with rows of Q and K staged in shared memory; blocks of 32 x 32 threads.
//@anchor tiled
__global__ void qk_scores_tiled(const float* Q, const float* K, float* S, int N, int D, float scale, int causal) {
    //@solution
    __shared__ float q[32][33];
    __shared__ float k[32][33];  // 33 columns: a column lies in 32 banks
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int i0 = blockIdx.y * 32;
    int j0 = blockIdx.x * 32;
    int head = blockIdx.z;

    float sum = 0.0f;
    for (int d0 = 0; d0 < D; d0 += 32) {
        int d = d0 + tx;  // x along a row, whoever's row it is
        q[ty][tx] = i0 + ty < N && d < D ? Q[(head * N + i0 + ty) * D + d] : 0.0f;
        k[ty][tx] = j0 + ty < N && d < D ? K[(head * N + j0 + ty) * D + d] : 0.0f;
        __syncthreads();
        for (int e = 0; e < 32; e++) {
            sum += q[ty][e] * k[tx][e];
        }
        __syncthreads();
    }
    int i = i0 + ty;
    int j = j0 + tx;
    if (i < N && j < N) {
        S[(head * N + i) * N + j] = causal && j > i ? -INFINITY : sum * scale;
    }
    //@starter
    //| // Fill a tile of 32 rows of Q and one of 32 rows of K, 32 columns at a time, x along the rows in both.
    //| // Then thread (x, y) multiplies row y of the one with row x of the other. In which banks do 32 lanes read?
    //@end
}
//@endanchor tiled

// Part values: O = P * V, a thread an element, x along D; blocks of 32 x 8 threads, z for the head.
//@anchor values
__global__ void pv(const float* P, const float* V, float* O, int N, int D) {
    //@solution
    int d = blockIdx.x * 32 + threadIdx.x;
    int i = blockIdx.y * 8 + threadIdx.y;
    int head = blockIdx.z;
    if (i < N && d < D) {
        const float* p = P + (head * N + i) * N;
        const float* v = V + head * N * D;
        float sum = 0.0f;
        for (int j = 0; j < N; j++) {
            sum += p[j] * v[j * D + d];
        }
        O[(head * N + i) * D + d] = sum;
    }
    //@starter
    //| // Element (i, d) of a head: row i of its P times column d of its V.
    //@end
}
//@endanchor values
