// `<=` for `<`.
// buffer: out i32[100] = 0
// launch: k<<<1, 128>>>(out, 100)
__global__ void k(int* out, int n) {
    int i = threadIdx.x;
    if (i <= n) out[i] = i; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global write of 4 bytes: `out` has 100 elements; index 100 is 1 past the end
 --> bounds_less_or_equal.cu:6:17
  |
6 |     if (i <= n) out[i] = i; //~ out-of-bounds
  |                 ^^^^^^ write here
  |
  = thread: (100, 0, 0) of block (0, 0, 0): n = 100, i = 100
  = help: the guard `i <= n` lets the index that is one too far through: write `i < n`
*/
