// The second warp has left; the values told are those of a thread that waits.
// buffer: out i32[32] = 0
// launch: k<<<1, 64>>>(out, 32)
__global__ void k(int* out, int n) {
    __shared__ int s[32];
    int t = threadIdx.x, first = t / 32 * 32;
    if (first >= n) return;
    s[t] = t + n; __syncthreads(); //~ barrier-missed
    out[t] = s[n - 1 - t];
}
/*~
error[F0302]: 32 of the block's 64 threads ended without reaching this barrier
 --> barrier_missed_by_a_warp.cu:8:19
  |
7 |     if (first >= n) return;
  |                     ------- 2. thread (32, 0, 0) ended here
8 |     s[t] = t + n; __syncthreads(); //~ barrier-missed
  |                   ^^^^^^^^^^^^^^^ 1. thread (0, 0, 0) waits here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): n = 32, t = 0
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: do not return before a barrier: guard the loads and stores with the test instead
*/
