// An array is moved by one place in global memory, within one warp.
// buffer: a i32[33] = i
// launch: k<<<1, 32>>>(a)
__global__ void k(int* a) {
    int t = threadIdx.x;
    a[t] = a[t + 1]; //~ lockstep-race
}
/*~
warning[F0204]: nothing orders two accesses to `a[1]`: thread (0, 0, 0) read 1, thread (1, 0, 0) wrote 2
 --> lockstep_global_shift.cu:6:12
  |
6 |     a[t] = a[t + 1]; //~ lockstep-race
  |            ^^^^^^^^ 1. read 1
  |     ---- 2. wrote 2
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (1, 0, 0) of block (0, 0, 0): t = 1
  = note: it happened 31 times
  = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two
*/
