// must fail: naive/bounds — one row too many
__global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (row <= rows && col < cols) {
        out[col * rows + row] = in[row * cols + col];
    }
}
