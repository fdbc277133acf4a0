// Every block counts into the same place, by atomics that are such only within a block.
// buffer: count i32[1] = 0
// launch: k<<<4, 64>>>(count)
__global__ void k(int* count) {
    atomicAdd_block(count, 1); //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `count[0]`: thread (0, 0, 0) of block (0, 0, 0) changed it by an atomic of block scope, thread (0, 0, 0) of block (1, 0, 0) changed it by an atomic of block scope
 --> global_atomic_of_block_scope.cu:5:5
  |
5 |     atomicAdd_block(count, 1); //~ global-race
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^ 1. changed it by an atomic of block scope
  |     ------------------------- 2. changed it by an atomic of block scope
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 12 times
  = help: an atomic of block scope (`_block`, `.cta`, `cuda::thread_scope_block`) is one only to the threads of its block: where several blocks meet, use one of the device's scope, such as `atomicAdd`
*/
