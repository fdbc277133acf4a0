// Transposing a matrix: `in` has rows x cols elements, `out` cols x rows.
// All three kernels are launched with blocks of 32 x 32 threads, one block for each 32 x 32 piece of `in`:
// blockIdx.x counts pieces along a row, blockIdx.y along a column.

// Part naive: each thread carries one element straight across.
//@anchor naive
__global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
    //@solution
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols) {
        out[col * rows + row] = in[row * cols + col];
    }
    //@starter
    //| // Neighbouring threads (threadIdx.x) should read neighbouring elements of a row.
    //@end
}
//@endanchor naive

// Part tile: turn the piece around in shared memory, so that reads and writes both go along rows.
//@anchor tile
__global__ void transpose_tile(const float* in, float* out, int rows, int cols) {
    __shared__ float tile[32][32];
    //@solution
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols) {
        tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    }
    __syncthreads();

    int out_col = blockIdx.y * 32 + threadIdx.x;
    int out_row = blockIdx.x * 32 + threadIdx.y;
    if (out_row < cols && out_col < rows) {
        out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
    }
    //@starter
    //| // 1. Fill the tile along rows of `in`.
    //| // 2. Wait for the whole block.
    //| // 3. Write along rows of `out`.
    //@end
}
//@endanchor tile

// Part padded: the same, and no two lanes of a warp want different words of one bank.
//@anchor padded
__global__ void transpose_padded(const float* in, float* out, int rows, int cols) {
    //@solution
    __shared__ float tile[32][33];  // row r begins in bank r

    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols) {
        tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    }
    __syncthreads();

    int out_col = blockIdx.y * 32 + threadIdx.x;
    int out_row = blockIdx.x * 32 + threadIdx.y;
    if (out_row < cols && out_col < rows) {
        out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
    }
    //@starter
    //| // Begin with your tile. In which bank does row r of the tile begin?
    //@end
}
//@endanchor padded
