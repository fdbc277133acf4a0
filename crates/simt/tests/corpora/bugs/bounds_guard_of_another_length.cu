// The guard is of this index and of another array's length.
// buffer: x f32[100] = i
// buffer: o f32[128] = 0
// launch: k<<<4, 32>>>(o, x, 128)
__global__ void k(float *o, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = x[i]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `x` has 100 elements; index 100 is 1 past the end
 --> bounds_guard_of_another_length.cu:7:23
  |
7 |     if (i < n) o[i] = x[i]; //~ out-of-bounds
  |                       ^^^^ read here
  |
  = thread: (4, 0, 0) of block (3, 0, 0): n = 128, i = 100
  = note: it happened 28 times
  = help: the guard `i < n` lets this index through: see what it is compared with, and how the index is made; there are 100 elements
*/
