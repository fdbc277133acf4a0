// must fail: reduce-scatter/sent — reads the neighbour's whole row and uses one chunk of it
__device__ int around(int x, int m) {
    return (x + m) % m;
}

__device__ int chunk_begin(int c, int n, int ranks) {
    return static_cast<int>(static_cast<long long>(c) * n / ranks);
}

__global__ void reduce_step(float* buf, int n, int ranks, int step) {
    int r = blockIdx.x;
    int left = around(r - 1, ranks);
    int c = around(r - 1 - step, ranks);
    int end = chunk_begin(c + 1, n, ranks);
    int next = around(r - 2 - step, ranks);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        bool written = i >= chunk_begin(next, n, ranks) && i < chunk_begin(next + 1, n, ranks);
        float theirs = written ? 0.0f : buf[left * n + i];
        if (i >= chunk_begin(c, n, ranks) && i < end) {
            buf[r * n + i] += theirs;
        }
    }
}
