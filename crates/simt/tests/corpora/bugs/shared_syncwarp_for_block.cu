// `__syncwarp` is no barrier for the block.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    out[t] = s[63 - t] * 0; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `s[63]`: thread (63, 0, 0) wrote 63, thread (0, 0, 0) read 63
 --> shared_syncwarp_for_block.cu:7:5
  |
7 |     s[t] = t;
  |     ^^^^ 1. wrote 63
8 |     __syncwarp();
9 |     out[t] = s[63 - t] * 0; //~ shared-race
  |              --------- 2. read 63
  |
  = thread: 1. (63, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 64 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
