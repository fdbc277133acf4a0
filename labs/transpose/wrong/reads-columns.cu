// must fail: naive/loads — neighbouring threads read down a column: right, and each lane has a sector to itself
__global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
    int row = blockIdx.y * 32 + threadIdx.x;
    int col = blockIdx.x * 32 + threadIdx.y;
    if (row < rows && col < cols) {
        out[col * rows + row] = in[row * cols + col];
    }
}
