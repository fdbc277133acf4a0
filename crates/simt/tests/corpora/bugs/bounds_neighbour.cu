// The neighbour of the last element.
// buffer: in f32[64] = i
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(in, out, 64)
__global__ void k(const float* in, float* out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = in[i + 1] - in[i]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `in` has 64 elements; index 64 is 1 past the end
 --> bounds_neighbour.cu:7:25
  |
7 |     if (i < n) out[i] = in[i + 1] - in[i]; //~ out-of-bounds
  |                         ^^^^^^^^^ read here
  |
  = thread: (63, 0, 0) of block (0, 0, 0): n = 64, i = 63
  = help: the guard `i < n` lets this index through: see what it is compared with, and how the index is made; there are 64 elements
*/
