// The neighbour of the first element.
// buffer: in f32[64] = i
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(in, out, 64)
__global__ void k(const float* in, float* out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = in[i] - in[i - 1]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `in` has 64 elements; index -1 is 1 before the start
 --> bounds_before_start.cu:7:33
  |
7 |     if (i < n) out[i] = in[i] - in[i - 1]; //~ out-of-bounds
  |                                 ^^^^^^^^^ read here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): n = 64, i = 0
  = help: test the index before the access, as in `if (i >= 0)`
*/
