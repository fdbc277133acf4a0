// The lock is given back by an atomic, but no fence orders the work under it.
// buffer: sum i32[1] = 0
// launch: k<<<8, 1>>>(sum)
__device__ int lock = 0;
__global__ void k(int* sum) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    *sum = *sum + 1; //~ global-race
    atomicExch(&lock, 0);
}
/*~
error[F0203]: nothing orders two accesses to `sum[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) read 1
 --> global_lock_without_fence.cu:7:5
  |
7 |     *sum = *sum + 1; //~ global-race
  |     ^^^^ 1. wrote 1
  |            ---- 2. read 1
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 7 times
  = help: an atomic orders nothing but itself: if a lock is to guard this, put `__threadfence()` after it is taken and before it is given back; else give each thread its own element, or use an atomic such as `atomicAdd`

error[F0203]: nothing orders two accesses to `sum[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) wrote 2
 --> global_lock_without_fence.cu:7:5
  |
7 |     *sum = *sum + 1; //~ global-race
  |     ^^^^ 1. wrote 1
  |     ---- 2. wrote 2
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 7 times
  = help: an atomic orders nothing but itself: if a lock is to guard this, put `__threadfence()` after it is taken and before it is given back; else give each thread its own element, or use an atomic such as `atomicAdd`
*/
