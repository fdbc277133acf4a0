// One past an array of the file.
// buffer: out i32[1] = 0
// launch: k<<<1, 5>>>(out)
__device__ int counts[4];
__global__ void k(int* out) {
    counts[threadIdx.x] = 1; //~ out-of-bounds
    out[0] = 1;
}
/*~
error[F0101]: out-of-bounds global write of 4 bytes: `counts` has 4 elements; index 4 is 1 past the end
 --> bounds_device_variable.cu:6:5
  |
6 |     counts[threadIdx.x] = 1; //~ out-of-bounds
  |     ^^^^^^^^^^^^^^^^^^^ write here
  |
  = thread: (4, 0, 0) of block (0, 0, 0)
  = help: the variable has the size that its declaration says: keep the index below it, or make the variable larger
*/
