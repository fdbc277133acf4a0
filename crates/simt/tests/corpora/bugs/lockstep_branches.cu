// One side of a branch writes what the other reads.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int s[16];
    int t = threadIdx.x;
    if (t < 16) s[t] = t;
    else out[t] = s[t - 16]; //~ lockstep-race
}
/*~
warning[F0204]: nothing orders two accesses to `s[0]`: thread (0, 0, 0) wrote 0, thread (16, 0, 0) read 0
 --> lockstep_branches.cu:7:17
  |
7 |     if (t < 16) s[t] = t;
  |                 ^^^^ 1. wrote 0
8 |     else out[t] = s[t - 16]; //~ lockstep-race
  |                   --------- 2. read 0
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
  = note: it happened 16 times
  = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two
*/
