// The grid has more threads than there are elements.
// buffer: in f32[100] = i
// buffer: out f32[100] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const float* in, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `in` has 100 elements; index 100 is 1 past the end
 --> bounds_tail.cu:7:14
  |
7 |     out[i] = in[i]; //~ out-of-bounds
  |              ^^^^^ read here
  |
  = thread: (100, 0, 0) of block (0, 0, 0): i = 100
  = note: it happened 28 times
  = help: the grid has more threads than there are elements: guard the access with `if (i < n)`, n being the number of elements, 100 here

error[F0101]: out-of-bounds global write of 4 bytes: `out` has 100 elements; index 100 is 1 past the end
 --> bounds_tail.cu:7:5
  |
7 |     out[i] = in[i]; //~ out-of-bounds
  |     ^^^^^^ write here
  |
  = thread: (100, 0, 0) of block (0, 0, 0): i = 100
  = note: it happened 28 times
  = help: the grid has more threads than there are elements: guard the access with `if (i < n)`, n being the number of elements, 100 here
*/
