// An index that wrapped is below zero: one bug, one report.
// buffer: in f32[64] = 1
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out, 50000)
__global__ void k(const float* in, float* out, int n) {
    int i = threadIdx.x;
    out[i] = in[n * n + i]; //~ index-overflow
}
/*~
warning[F0502]: an index does not fit an `int`: 50000 * 50000 + 0 is 2500000000, and became -1794967296
 --> overflow_outside.cu:7:17
  |
7 |     out[i] = in[n * n + i]; //~ index-overflow
  |                 ^^^^^^^^^ 1. wrapped here
  |              ------------- 2. index used here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): n = 50000, i = 0
  = thread: 2. (0, 0, 0) of block (0, 0, 0): n = 50000, i = 0
  = note: it happened 32 times
  = help: compute it in a wider type: make the first factor a `size_t`, as in `(size_t)row * width + column`
*/
