// A bin that there is not.
// buffer: in i32[32] = i
// buffer: bins i32[16] = 0
// launch: k<<<1, 32>>>(in, bins)
__global__ void k(const int* in, int* bins) {
    atomicAdd(&bins[in[threadIdx.x]], 1); //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global atomic of 4 bytes: `bins` has 16 elements; index 16 is 1 past the end
 --> bounds_atomic.cu:6:5
  |
6 |     atomicAdd(&bins[in[threadIdx.x]], 1); //~ out-of-bounds
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ atomic here
  |
  = thread: (16, 0, 0) of block (0, 0, 0)
  = note: it happened 16 times
  = help: the grid has more threads than there are elements: guard the access with `if (in[threadIdx.x] < n)`, n being the number of elements, 16 here
*/
