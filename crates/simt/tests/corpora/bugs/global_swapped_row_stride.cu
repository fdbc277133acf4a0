// Rows are as long as the number of blocks rather than of columns: rows overlap.
// buffer: out i32[512] = 0
// launch: k<<<4, 64>>>(out)
__global__ void k(int* out) {
    int row = blockIdx.x, col = threadIdx.x;
    out[row * gridDim.x + col] = row; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `out[4]`: thread (4, 0, 0) of block (0, 0, 0) wrote 0, thread (0, 0, 0) of block (1, 0, 0) wrote 1
 --> global_swapped_row_stride.cu:6:5
  |
6 |     out[row * gridDim.x + col] = row; //~ global-race
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. wrote 0
  |     -------------------------- 2. wrote 1
  |
  = thread: 1. (4, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): row = 1, col = 0
  = note: it happened 180 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
