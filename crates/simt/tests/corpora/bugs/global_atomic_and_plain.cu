// One thread resets what others add to.
// buffer: count i32[1] = 0
// launch: k<<<2, 64>>>(count)
__global__ void k(int* count) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *count = 5; //~ global-race
    else atomicAdd(count, 1);
}
/*~
error[F0203]: nothing orders two accesses to `count[0]`: thread (0, 0, 0) wrote it, thread (32, 0, 0) changed it by an atomic
 --> global_atomic_and_plain.cu:5:46
  |
5 |     if (blockIdx.x == 0 && threadIdx.x == 0) *count = 5; //~ global-race
  |                                              ^^^^^^ 1. wrote it
6 |     else atomicAdd(count, 1);
  |          ------------------- 2. changed it by an atomic
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = note: it happened 6 times
  = help: two threads come to this element: if each was to have its own, look at the index; if one hands it to the other, put `__syncthreads()` between the two, where every thread of the block reaches it
*/
