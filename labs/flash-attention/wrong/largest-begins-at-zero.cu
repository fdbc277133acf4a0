// must fail: online/correct — the largest score begins at 0: right where one of them is above or little below it
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

__device__ void stage(float* to, int stride, const float* from, int count, int rows, int D) {
    for (int e = threadIdx.x; e < count * D; e += blockDim.x) {
        to[e / D * stride + e % D] = e / D < rows ? from[e] : 0.0f;
    }
}

__device__ float score_of(const float* q, const float* keys, bool seen, int D, float scale) {
    const float* key = keys + threadIdx.x % 32 * (D + 1);
    float sum = 0.0f;
    for (int d = 0; d < D; d++) {
        sum += q[d] * key[d];
    }
    return seen ? sum * scale : -INFINITY;
}

struct Running {
    float m;
    float l;
    float o[4];
};

__device__ void take_in(Running& so_far, float score, const float* values, int D) {
    int lane = threadIdx.x % 32;
    float larger = fmaxf(so_far.m, warp_max(score));
    float base = larger > -INFINITY ? larger : 0.0f;
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

__global__ void flash_online(const float* Q, const float* K, const float* V, float* O, int N, int D, float scale) {
    extern __shared__ float shared[];
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
        of[i] = {0.0f, 0.0f, {0.0f, 0.0f, 0.0f, 0.0f}};
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
        __syncthreads();
    }
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        int query = first + 4 * i + warp;
        if (query < N) {
            finish(of[i], O + base + query * D, D);
        }
    }
}
