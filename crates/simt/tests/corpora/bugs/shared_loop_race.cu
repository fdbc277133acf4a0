// Many reads that nothing races with, in a loop with a step; then a write to what they read, and no barrier between.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int sum = 0;
    for (int j = 0; j < 32; ++j) sum += s[32 - t / 32 * 32 + j]; //~ shared-race
    s[t] = sum;
    __syncthreads();
    out[t] = s[t] * 0;
}
/*~
error[F0201]: nothing orders two accesses to `s[0]`: thread (32, 0, 0) read 0, thread (0, 0, 0) wrote 1520
  --> shared_loop_race.cu:10:41
   |
10 |     for (int j = 0; j < 32; ++j) sum += s[32 - t / 32 * 32 + j]; //~ shared-race
   |                                         ^^^^^^^^^^^^^^^^^^^^^^^ 1. read 0
11 |     s[t] = sum;
   |     ---- 2. wrote 1520
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, sum = 1520
   = note: it happened 64 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
