// The full mask where half of the warp is.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t < 16) out[t] = __shfl_sync(0xffffffff, t, 0); //~ bad-lane
}
/*~
error[F0401]: the mask names lane 16, which does not reach this instruction with the others
 --> mask_full_in_branch.cu:6:26
  |
6 |     if (t < 16) out[t] = __shfl_sync(0xffffffff, t, 0); //~ bad-lane
  |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. executed here
  |     --------------------------------------------------- 2. lane 16 went another way
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
  = note: it happened 16 times
  = help: compute the mask before the branch, or move the instruction out of it
*/
