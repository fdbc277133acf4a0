// One side shuffles down, the other up: neither is the other's partner.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    int v = 0;
    if (t < 16) v = __shfl_down_sync(0xffffffff, t, 4); //~ bad-lane
    else v = __shfl_up_sync(0xffffffff, t, 4); //~ bad-lane
    out[t] = v >= 0;
}
/*~
error[F0401]: the mask names lane 16, which does not reach this instruction with the others
 --> apart_kinds_differ.cu:7:21
  |
7 |     if (t < 16) v = __shfl_down_sync(0xffffffff, t, 4); //~ bad-lane
  |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. executed here
  |     ---------------------------------------------------------------- 2. lane 16 went another way
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
  = note: it happened 20 times
  = help: compute the mask before the branch, or move the instruction out of it

error[F0401]: lane 16 reads from lane 12, which does not take part
 --> apart_kinds_differ.cu:8:14
  |
8 |     else v = __shfl_up_sync(0xffffffff, t, 4); //~ bad-lane
  |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. read here
9 |     out[t] = v >= 0;
  |     ------ 2. stored here
  |
  = thread: 1. (16, 0, 0) of block (0, 0, 0): t = 16
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16, v = 0
  = note: it happened 4 times
  = help: every lane that is read from must be in the mask and execute the same shuffle
*/
