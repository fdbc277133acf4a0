// Eight threads of the second warp come to a barrier that counts it whole.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int *out) {
    if (threadIdx.x < 40) asm volatile("bar.sync 1, 64;" ::: "memory"); //~ barrier-divergence
    out[threadIdx.x] = 1;
}
/*~
error[F0301]: 8 of the warp's 32 threads are at this barrier; the others took another way
 --> barrier_named_of_part_of_a_warp.cu:5:27
  |
5 |     if (threadIdx.x < 40) asm volatile("bar.sync 1, 64;" ::: "memory"); //~ barrier-divergence
  |                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. thread (32, 0, 0) is here
  |     ------------------------------------------------------------------- 2. thread (40, 0, 0) went another way
  |
  = thread: 1. (32, 0, 0) of block (0, 0, 0)
  = thread: 2. (40, 0, 0) of block (0, 0, 0)
  = note: it happened 24 times
  = help: a named barrier counts whole warps: decide by warp, not by thread, who comes to it
*/
