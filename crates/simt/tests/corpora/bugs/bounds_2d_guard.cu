// The guard tests one coordinate of two.
// buffer: out i32[60] = 0
// launch: k<<<1, (16, 8)>>>(out, 10, 6)
__global__ void k(int* out, int cols, int rows) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < cols) out[y * cols + x] = 1; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global write of 4 bytes: `out` has 60 elements; index 60 is 1 past the end
 --> bounds_2d_guard.cu:6:19
  |
6 |     if (x < cols) out[y * cols + x] = 1; //~ out-of-bounds
  |                   ^^^^^^^^^^^^^^^^^ write here
  |
  = thread: (0, 6, 0) of block (0, 0, 0): cols = 10, x = 0, y = 6
  = note: it happened 20 times
  = help: the guard `x < cols` lets this index through: see what it is compared with, and how the index is made; there are 60 elements
*/
