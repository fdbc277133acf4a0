// A lane reads from one that the mask leaves out.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t < 16) out[t] = __shfl_sync(0x0000ffff, t, 20); //~ bad-lane
}
/*~
error[F0401]: lane 0 reads from lane 20, which does not take part
 --> mask_reads_absent_lane.cu:6:26
  |
6 |     if (t < 16) out[t] = __shfl_sync(0x0000ffff, t, 20); //~ bad-lane
  |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. read here
  |                 ------ 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 16 times
  = help: every lane that is read from must be in the mask and execute the same shuffle
*/
