// The guard is of one index, the access of another.
// buffer: x f32[100] = i
// buffer: pos i32[32] = i
// buffer: o f32[100] = 0
// launch: k<<<4, 32>>>(o, x, pos, 100)
__global__ void k(float *o, const float *x, const int *pos, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x * 2;
    if (i < n) o[i] = x[i] + pos[t]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `pos` has 32 elements; index 32 is 1 past the end
 --> bounds_guard_of_another_index.cu:9:30
  |
9 |     if (i < n) o[i] = x[i] + pos[t]; //~ out-of-bounds
  |                              ^^^^^^ read here
  |
  = thread: (16, 0, 0) of block (0, 0, 0): n = 100, i = 16, t = 32
  = note: it happened 48 times
  = help: the guard there, `i < n`, does not test `t`: see how that is made on line 8
*/
