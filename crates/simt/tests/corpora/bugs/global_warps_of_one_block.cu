// Two warps of a block exchange through global memory without a barrier.
// buffer: a i32[64] = 0
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(a, out)
__global__ void k(int* a, int* out) {
    int t = threadIdx.x;
    a[t] = t;
    out[t] = a[63 - t] * 0; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `a[63]`: thread (63, 0, 0) wrote 63, thread (0, 0, 0) read 63
 --> global_warps_of_one_block.cu:7:5
  |
7 |     a[t] = t;
  |     ^^^^ 1. wrote 63
8 |     out[t] = a[63 - t] * 0; //~ global-race
  |              --------- 2. read 63
  |
  = thread: 1. (63, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 64 times
  = help: two threads come to this element: if each was to have its own, look at the index; if one hands it to the other, put `__syncthreads()` between the two, where every thread of the block reaches it
*/
