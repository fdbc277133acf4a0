// must fail: all-gather/correct — adds where it should copy
__device__ int around(int x, int m) {
    return (x + m) % m;
}

__device__ int chunk_begin(int c, int n, int ranks) {
    return static_cast<int>(static_cast<long long>(c) * n / ranks);
}

__global__ void gather_step(float* buf, int n, int ranks, int step) {
    int r = blockIdx.x;
    int left = around(r - 1, ranks);
    int c = around(r - step, ranks);
    int end = chunk_begin(c + 1, n, ranks);
    for (int i = chunk_begin(c, n, ranks) + threadIdx.x; i < end; i += blockDim.x) {
        buf[r * n + i] += buf[left * n + i];
    }
}
