// must fail: tile/initialised — leaves rows behind the last one unwritten: right for 32 tokens
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
        if (e / D < rows) {
            to[e / D * stride + e % D] = from[e];
        }
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

__global__ void flash_tile(const float* Q, const float* K, const float* V, float* O, int N, int D, float scale) {
    extern __shared__ float shared[];
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

    for (int i = warp; i < 16 && first + i < N; i += 4) {
        float score = score_of(queries + i * D, keys, lane < N, D, scale);
        float m = warp_max(score);
        float p = expf(score - m);
        float l = warp_sum(p);
        for (int d0 = 0; d0 < D; d0 += 32) {
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
}
