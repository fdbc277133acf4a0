// Rows and columns change places in a matrix that is not square.
// buffer: in i32[96] = i
// buffer: out i32[96] = 0
// launch: k<<<1, (12, 8)>>>(in, out, 8, 12)
__global__ void k(const int* in, int* out, int rows, int cols) {
    int row = threadIdx.y, col = threadIdx.x;
    out[row * cols + col] = in[col * cols + row]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `in` has 96 elements; index 96 is 1 past the end
 --> bounds_transposed_index.cu:7:29
  |
7 |     out[row * cols + col] = in[col * cols + row]; //~ out-of-bounds
  |                             ^^^^^^^^^^^^^^^^^^^^ read here
  |
  = thread: (8, 0, 0) of block (0, 0, 0): cols = 12, row = 0, col = 8
  = note: it happened 32 times
  = help: the last index is one less than the number of elements: see how the index is made, and where its loop ends
*/
