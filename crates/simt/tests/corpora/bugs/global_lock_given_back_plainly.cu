// The lock is given back by a plain store.
// buffer: out i32[8] = 0
// launch: k<<<8, 1>>>(out)
__device__ int lock = 0;
__global__ void k(int* out) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    out[blockIdx.x] = 1;
    __threadfence();
    lock = 0; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `lock`: thread (0, 0, 0) of block (0, 0, 0) wrote 0, thread (0, 0, 0) of block (1, 0, 0) changed it by an atomic
 --> global_lock_given_back_plainly.cu:9:5
  |
6 |     while (atomicCAS(&lock, 0, 1) != 0) {}
  |            ---------------------- 2. changed it by an atomic
...
9 |     lock = 0; //~ global-race
  |     ^^^^ 1. wrote 0
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 7 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`

error[F0203]: nothing orders two accesses to `lock`: thread (0, 0, 0) of block (0, 0, 0) wrote it, thread (0, 0, 0) of block (1, 0, 0) wrote 0
 --> global_lock_given_back_plainly.cu:9:5
  |
9 |     lock = 0; //~ global-race
  |     ^^^^ 1. wrote it
  |     ---- 2. wrote 0
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 7 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
