// must fail: mlp/correct — leaves the activation out
__device__ int around(int x, int m) {
    return (x + m) % m;
}

__device__ int chunk_begin(int c, int n, int ranks) {
    return static_cast<int>(static_cast<long long>(c) * n / ranks);
}

__global__ void mlp_partial(const float* x, const float* W1, const float* W2, float* partial, int dim, int hidden, int ranks) {
    __shared__ float h[256];
    int r = blockIdx.x;
    int first = chunk_begin(r, hidden, ranks);
    int count = chunk_begin(r + 1, hidden, ranks) - first;

    for (int j = threadIdx.x; j < count; j += blockDim.x) {
        float sum = 0.0f;
        for (int i = 0; i < dim; i++) {
            sum += W1[(first + j) * dim + i] * x[i];
        }
        h[j] = sum;
    }
    __syncthreads();

    for (int i = threadIdx.x; i < dim; i += blockDim.x) {
        float sum = 0.0f;
        for (int j = 0; j < count; j++) {
            sum += W2[i * hidden + first + j] * h[j];
        }
        partial[r * dim + i] = sum;
    }
}
