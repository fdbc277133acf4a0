// One past a table in constant memory.
// buffer: out f32[8] = 0
// launch: k<<<1, 8>>>(out)
__constant__ float table[4] = {1, 2, 3, 4};
__global__ void k(float* out) {
    out[threadIdx.x] = table[threadIdx.x]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds constant read of 4 bytes: `table` has 4 elements; index 4 is 1 past the end
 --> bounds_constant.cu:6:24
  |
6 |     out[threadIdx.x] = table[threadIdx.x]; //~ out-of-bounds
  |                        ^^^^^^^^^^^^^^^^^^ read here
  |
  = thread: (4, 0, 0) of block (0, 0, 0)
  = note: it happened 4 times
  = help: the variable has the size that its declaration says: keep the index below it, or make the variable larger
*/
