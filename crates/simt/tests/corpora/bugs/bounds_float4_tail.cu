// A vector access whose last one reaches past the end.
// buffer: in f32[30] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 8>>>(in, out)
__global__ void k(const float4* in, float4* out) {
    out[threadIdx.x] = in[threadIdx.x]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 16 bytes: `in` has 30 elements; indices 28 to 31 reach 2 past the end
 --> bounds_float4_tail.cu:6:24
  |
6 |     out[threadIdx.x] = in[threadIdx.x]; //~ out-of-bounds
  |                        ^^^^^^^^^^^^^^^ read here
  |
  = thread: (7, 0, 0) of block (0, 0, 0)
  = help: the grid has more threads than there are elements: guard the access with `if (threadIdx.x < n)`, n being the number of elements, 7 here
*/
