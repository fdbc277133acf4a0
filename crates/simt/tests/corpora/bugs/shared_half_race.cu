// 16-bit elements: every second one is written by its neighbour in another warp too.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ short s[64];
    int t = threadIdx.x;
    s[t] = 1;
    s[(t + 32) % 64] = 2; //~ shared-race
    __syncthreads();
    out[t] = s[t] * 0;
}
/*~
error[F0201]: nothing orders two accesses to `s[32]`: thread (32, 0, 0) wrote 1, thread (0, 0, 0) wrote 2
 --> shared_half_race.cu:7:5
  |
7 |     s[t] = 1;
  |     ^^^^ 1. wrote 1
8 |     s[(t + 32) % 64] = 2; //~ shared-race
  |     ---------------- 2. wrote 2
  |
  = thread: 1. (32, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 64 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
