// Attention without its N * N scores: a block takes 16 queries and walks over the keys in tiles of 32; what it knows of the
// keys so far is, for each query, the largest score m, the sum l of exp(score - m), and the sum of exp(score - m) * v.
// Q, K, V and O are [heads][N][D], D at most 128. Launched as <<<dim3((N + 15) / 16, heads), 128, bytes>>> with
// bytes = 4 * (16 * D + 32 * (D + 1) + 32 * D) of dynamic shared memory: 16 queries, 32 keys (rows of D + 1), 32 values.

// Part tile: at most 32 tokens, so that there is one tile and nothing to correct.
//@anchor tile
//@solution
// The largest, and the sum, of a warp's 32 values, for every lane.
__device__ float warp_max(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, step));
    }
    return v;
}

__device__ float warp_sum(float v) {
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_xor_sync(0xffffffff, v, step);
    }
    return v;
}

// Copies rows of D numbers to shared memory, one row every `stride`; rows from `rows` on become zeros.
__device__ void stage(float* to, int stride, const float* from, int count, int rows, int D) {
    for (int e = threadIdx.x; e < count * D; e += blockDim.x) {
        to[e / D * stride + e % D] = e / D < rows ? from[e] : 0.0f;
    }
}

// The score of a query with the key of this lane; -inf if the key is not to be seen.
__device__ float score_of(const float* q, const float* keys, bool seen, int D, float scale) {
    const float* key = keys + threadIdx.x % 32 * (D + 1);  // rows of D + 1: 32 lanes, 32 banks
    float sum = 0.0f;
    for (int d = 0; d < D; d++) {
        sum += q[d] * key[d];
    }
    return seen ? sum * scale : -INFINITY;
}

//@starter
//| // Worth functions of their own: the largest and the sum of a warp; copying rows to shared memory, zeros behind the last
//| // one; the score of a query with "this lane's" key.
//|
//@end
__global__ void flash_tile(const float* Q, const float* K, const float* V, float* O, int N, int D, float scale) {
    extern __shared__ float shared[];
    //@solution
    float* queries = shared;
    float* keys = queries + 16 * D;
    float* values = keys + 32 * (D + 1);
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int first = blockIdx.x * 16;
    int base = blockIdx.y * N * D;

    stage(queries, D, Q + base + first * D, 16, N - first, D);
    stage(keys, D + 1, K + base, 32, N, D);
    stage(values, D, V + base, 32, N, D);
    __syncthreads();

    for (int i = warp; i < 16 && first + i < N; i += 4) {  // a warp a query
        float score = score_of(queries + i * D, keys, lane < N, D, scale);  // a lane a key
        float m = warp_max(score);
        float p = expf(score - m);
        float l = warp_sum(p);
        for (int d0 = 0; d0 < D; d0 += 32) {  // a lane a number of the result
            int d = d0 + lane;
            float sum = 0.0f;
            for (int j = 0; j < 32; j++) {
                float share = __shfl_sync(0xffffffff, p, j);
                sum += d < D ? share * values[j * D + d] : 0.0f;
            }
            if (d < D) {
                O[base + (first + i) * D + d] = sum / l;
            }
        }
    }
    //@starter
    //| // 1. Stage 16 queries, 32 keys and 32 values. What is behind the last row must not count: which scores become -inf?
    //| // 2. A warp a query, a lane a key: score, maximum, share, sum.
    //| // 3. Then a lane a number of the result: lane j's share comes by a shuffle.
    //@end
}
//@endanchor tile

// Part online: any number of tokens; a tile may bring a larger score, and then all that was summed so far shrinks.
//@anchor online
//@solution
// What a warp knows of one query: m and l, the same in every lane, and the numbers lane, lane + 32 … of the result.
struct Running {
    float m;
    float l;
    float o[4];
};

// Takes in a tile: this lane's score, and the values of all 32 keys.
__device__ void take_in(Running& so_far, float score, const float* values, int D) {
    int lane = threadIdx.x % 32;
    float larger = fmaxf(so_far.m, warp_max(score));
    float base = larger > -INFINITY ? larger : 0.0f;  // as long as nothing was seen: exp(-inf - 0), not exp(-inf + inf)
    float keep = expf(so_far.m - base);
    float p = expf(score - base);
    so_far.l = so_far.l * keep + warp_sum(p);
    so_far.m = larger;
    #pragma unroll
    for (int c = 0; c < 4; c++) {
        int d = lane + 32 * c;
        float sum = 0.0f;
        if (32 * c < D) {
            for (int j = 0; j < 32; j++) {
                float share = __shfl_sync(0xffffffff, p, j);
                sum += d < D ? share * values[j * D + d] : 0.0f;
            }
        }
        so_far.o[c] = so_far.o[c] * keep + sum;
    }
}

// Divides and stores; a query that saw nothing gets zeros.
__device__ void finish(const Running& all, float* row, int D) {
    int lane = threadIdx.x % 32;
    float over = all.l > 0.0f ? 1.0f / all.l : 0.0f;
    #pragma unroll
    for (int c = 0; c < 4; c++) {
        if (lane + 32 * c < D) {
            row[lane + 32 * c] = all.o[c] * over;
        }
    }
}

//@starter
//| // Each of a block's four warps has four queries: keep (m, l, o) of all four while the tiles go by.
//|
//@end
__global__ void flash_online(const float* Q, const float* K, const float* V, float* O, int N, int D, float scale) {
    extern __shared__ float shared[];
    //@solution
    float* queries = shared;
    float* keys = queries + 16 * D;
    float* values = keys + 32 * (D + 1);
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int first = blockIdx.x * 16;
    int base = blockIdx.y * N * D;

    stage(queries, D, Q + base + first * D, 16, N - first, D);
    Running of[4];
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        of[i] = {-INFINITY, 0.0f, {0.0f, 0.0f, 0.0f, 0.0f}};
    }
    for (int j0 = 0; j0 < N; j0 += 32) {
        stage(keys, D + 1, K + base + j0 * D, 32, N - j0, D);
        stage(values, D, V + base + j0 * D, 32, N - j0, D);
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            float score = score_of(queries + (4 * i + warp) * D, keys, j0 + lane < N, D, scale);
            take_in(of[i], score, values, D);
        }
        __syncthreads();  // used before the next tile is staged
    }
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        int query = first + 4 * i + warp;
        if (query < N) {
            finish(of[i], O + base + query * D, D);
        }
    }
    //@starter
    //| // For each tile of keys: stage, wait, take it in for each query, wait. At the end divide and store.
    //@end
}
//@endanchor online

// Part causal: query i sees the keys 0 … i; tiles that none of a block's queries sees are not even loaded.
//@anchor causal
__global__ void flash_causal(const float* Q, const float* K, const float* V, float* O, int N, int D, float scale) {
    extern __shared__ float shared[];
    //@solution
    float* queries = shared;
    float* keys = queries + 16 * D;
    float* values = keys + 32 * (D + 1);
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int first = blockIdx.x * 16;
    int base = blockIdx.y * N * D;

    stage(queries, D, Q + base + first * D, 16, N - first, D);
    Running of[4];
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        of[i] = {-INFINITY, 0.0f, {0.0f, 0.0f, 0.0f, 0.0f}};
    }
    int end = min(N, first + 16);  // the last query of the block sees this many keys
    for (int j0 = 0; j0 < end; j0 += 32) {
        stage(keys, D + 1, K + base + j0 * D, 32, end - j0, D);
        stage(values, D, V + base + j0 * D, 32, end - j0, D);
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            int query = first + 4 * i + warp;
            float score = score_of(queries + (4 * i + warp) * D, keys, j0 + lane <= query && j0 + lane < N, D, scale);
            take_in(of[i], score, values, D);
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        int query = first + 4 * i + warp;
        if (query < N) {
            finish(of[i], O + base + query * D, D);
        }
    }
    //@starter
    //| // Begin with your flash_online. Where does the loop over the keys end for this block? Which scores become -inf?
    //@end
}
//@endanchor causal

// Part lengths: not causal; head h sees the keys below kv_len[h], which may be 0. Beside O it stores lse = m + log(l) for each
// query, from which pieces of attention can be joined later; a query that sees nothing has zeros and lse = -inf.
//@anchor lengths
__global__ void flash_lengths(const float* Q, const float* K, const float* V, float* O, float* lse, const int* kv_len,
                              int N, int D, float scale) {
    extern __shared__ float shared[];
    //@solution
    float* queries = shared;
    float* keys = queries + 16 * D;
    float* values = keys + 32 * (D + 1);
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int first = blockIdx.x * 16;
    int base = blockIdx.y * N * D;
    int seen = kv_len[blockIdx.y];

    stage(queries, D, Q + base + first * D, 16, N - first, D);
    Running of[4];
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        of[i] = {-INFINITY, 0.0f, {0.0f, 0.0f, 0.0f, 0.0f}};
    }
    for (int j0 = 0; j0 < seen; j0 += 32) {
        stage(keys, D + 1, K + base + j0 * D, 32, seen - j0, D);
        stage(values, D, V + base + j0 * D, 32, seen - j0, D);
        __syncthreads();
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            float score = score_of(queries + (4 * i + warp) * D, keys, j0 + lane < seen, D, scale);
            take_in(of[i], score, values, D);
        }
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        int query = first + 4 * i + warp;
        if (query < N) {
            finish(of[i], O + base + query * D, D);
            if (lane == 0) {
                lse[blockIdx.y * N + query] = of[i].l > 0.0f ? of[i].m + logf(of[i].l) : -INFINITY;
            }
        }
    }
    //@starter
    //| // Begin with your flash_online. What is log(0), and what should it be here?
    //@end
}
//@endanchor lengths
