// A guard that returns, off by one.
// buffer: x f32[100] = i
// buffer: o f32[128] = 0
// launch: k<<<4, 32>>>(o, x, 100)
__global__ void k(float *o, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n) return;
    o[i] = x[i]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `x` has 100 elements; index 100 is 1 past the end
 --> bounds_guard_leaves_too_late.cu:8:12
  |
8 |     o[i] = x[i]; //~ out-of-bounds
  |            ^^^^ read here
  |
  = thread: (4, 0, 0) of block (3, 0, 0): i = 100
  = help: the guard `i > n` lets the index that is one too far through: write `i >= n`
*/
