// must fail: tile/stores — through shared memory, and still written down the columns
__global__ void transpose_tile(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[32][32];
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols) {
        tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    }
    __syncthreads();
    if (row < rows && col < cols) {
        out[col * rows + row] = tile[threadIdx.y][threadIdx.x];
    }
}
