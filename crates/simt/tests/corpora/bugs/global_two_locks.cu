// Two locks for one sum.
// buffer: sum i32[1] = 0
// launch: k<<<8, 1>>>(sum)
__device__ int locks[2];
__global__ void k(int* sum) {
    int* lock = &locks[blockIdx.x % 2];
    while (atomicCAS(lock, 0, 1) != 0) {}
    *sum = *sum + 1; //~ global-race
    __threadfence();
    atomicExch(lock, 0);
}
/*~
error[F0203]: nothing orders two accesses to `sum[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) read 1
 --> global_two_locks.cu:8:5
  |
8 |     *sum = *sum + 1; //~ global-race
  |     ^^^^ 1. wrote 1
  |            ---- 2. read 1
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 7 times
  = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it

error[F0203]: nothing orders two accesses to `sum[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) wrote 2
 --> global_two_locks.cu:8:5
  |
8 |     *sum = *sum + 1; //~ global-race
  |     ^^^^ 1. wrote 1
  |     ---- 2. wrote 2
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 7 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
