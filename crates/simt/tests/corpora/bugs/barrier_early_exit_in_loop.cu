// One warp leaves the loop early.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    for (int i = 0; i < 4; i++) {
        if (t >= 32 && i == 2) return; //~ barrier-missed
        __syncthreads();
    }
    out[t] = 1;
}
/*~
error[F0302]: 32 of the block's 64 threads ended without reaching this barrier
 --> barrier_early_exit_in_loop.cu:8:9
  |
7 |         if (t >= 32 && i == 2) return; //~ barrier-missed
  |                                ------- 2. thread (32, 0, 0) ended here
8 |         __syncthreads();
  |         ^^^^^^^^^^^^^^^ 1. thread (0, 0, 0) waits here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = note: it happened 64 times
  = help: do not return before a barrier: guard the loads and stores with the test instead
*/
