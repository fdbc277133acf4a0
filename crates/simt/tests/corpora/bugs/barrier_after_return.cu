// The threads past the end return before the barrier.
// buffer: in i32[40] = i
// buffer: out i32[40] = 0
// launch: k<<<1, 64>>>(in, out, 40)
__global__ void k(const int* in, int* out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n) return; //~ barrier-missed
    s[t] = in[t];
    __syncthreads();
    out[t] = s[n - 1 - t];
}
/*~
error[F0302]: 24 of the block's 64 threads ended without reaching this barrier
  --> barrier_after_return.cu:10:5
   |
 8 |     if (t >= n) return; //~ barrier-missed
   |                 ------- 2. thread (40, 0, 0) ended here
 9 |     s[t] = in[t];
10 |     __syncthreads();
   |     ^^^^^^^^^^^^^^^ 1. thread (0, 0, 0) waits here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (40, 0, 0) of block (0, 0, 0)
   = note: it happened 24 times
   = help: do not return before a barrier: guard the loads and stores with the test instead
*/
