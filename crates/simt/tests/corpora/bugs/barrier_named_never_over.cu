// The barrier is for more warps than come to it.
// buffer: out i32[96] = 0
// launch: k<<<1, 96>>>(out)
__global__ void k(int *out) {
    if (threadIdx.x < 64) asm volatile("bar.sync 1, 96;" ::: "memory"); //~ barrier-missed
    out[threadIdx.x] = 1;
}
/*~
error[F0302]: barrier 1 is for 96 threads, of which 64 have come, and no more will
 --> barrier_named_never_over.cu:5:27
  |
5 |     if (threadIdx.x < 64) asm volatile("bar.sync 1, 96;" ::: "memory"); //~ barrier-missed
  |                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. thread (0, 0, 0) waits here
6 |     out[threadIdx.x] = 1;
7 | }
  | - 2. thread (64, 0, 0) ended here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (64, 0, 0) of block (0, 0, 0)
  = help: as many threads, in whole warps, come to `bar.sync` and `bar.arrive` of a barrier as its second operand says; on a device the block hangs
*/
