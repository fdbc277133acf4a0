// Bytes for elements: the size is counted twice.
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(float* out) {
    out[threadIdx.x * sizeof(float)] = 1; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global write of 4 bytes: `out` has 32 elements; index 32 is 1 past the end
 --> bounds_bytes.cu:5:5
  |
5 |     out[threadIdx.x * sizeof(float)] = 1; //~ out-of-bounds
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ write here
  |
  = thread: (8, 0, 0) of block (0, 0, 0)
  = note: it happened 24 times
  = help: the last index is one less than the number of elements: see how the index is made, and where its loop ends
*/
