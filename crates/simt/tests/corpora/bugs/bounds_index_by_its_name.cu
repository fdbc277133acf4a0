// No guard, no `i`, no `n`: what is said names what is there.
// buffer: pos i32[100] = i
// buffer: o f32[128] = 0
// launch: k<<<4, 32>>>(o, pos)
__global__ void k(float *o, const int *pos) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    o[t] = pos[t]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `pos` has 100 elements; index 100 is 1 past the end
 --> bounds_index_by_its_name.cu:7:12
  |
7 |     o[t] = pos[t]; //~ out-of-bounds
  |            ^^^^^^ read here
  |
  = thread: (4, 0, 0) of block (3, 0, 0): t = 100
  = note: it happened 28 times
  = help: the grid has more threads than there are elements: guard the access with `if (t < n)`, n being the number of elements, 100 here
*/
