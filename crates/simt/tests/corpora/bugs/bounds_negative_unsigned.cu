// An unsigned difference below zero is very large.
// buffer: in i32[32] = i
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
    unsigned int i = threadIdx.x;
    out[i] = in[i - 1]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `in` has 32 elements; index 4294967295 is 4294967264 past the end
 --> bounds_negative_unsigned.cu:7:14
  |
7 |     out[i] = in[i - 1]; //~ out-of-bounds
  |              ^^^^^^^^^ read here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): i = 0
  = help: the last index is one less than the number of elements: see how the index is made, and where its loop ends
*/
