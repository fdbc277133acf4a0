// must fail: reduce-scatter/sectors — a thread takes two neighbours: right, and each request touches twice the sectors
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
    for (int first = chunk_begin(c, n, ranks) + 2 * threadIdx.x; first < end; first += 2 * blockDim.x) {
        for (int i = first; i < min(first + 2, end); i++) {
            buf[r * n + i] += buf[left * n + i];
        }
    }
}
