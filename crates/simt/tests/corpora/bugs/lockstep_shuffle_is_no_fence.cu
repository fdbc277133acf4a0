// A shuffle waits for the lanes, but orders no memory.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    int v = __shfl_xor_sync(0xffffffff, t, 1);
    out[t] = s[31 - t] + v * 0; //~ lockstep-race
}
/*~
warning[F0204]: nothing orders two accesses to `s[31]`: thread (31, 0, 0) wrote 31, thread (0, 0, 0) read 31
 --> lockstep_shuffle_is_no_fence.cu:7:5
  |
7 |     s[t] = t;
  |     ^^^^ 1. wrote 31
8 |     int v = __shfl_xor_sync(0xffffffff, t, 1);
9 |     out[t] = s[31 - t] + v * 0; //~ lockstep-race
  |              --------- 2. read 31
  |
  = thread: 1. (31, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, v = 1
  = note: it happened 32 times
  = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two
*/
