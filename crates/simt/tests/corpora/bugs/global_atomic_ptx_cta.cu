// A reduction of PTX's scope `.cta` by two blocks.
// buffer: sum i32[1] = 0
// launch: k<<<2, 32>>>(sum)
__global__ void k(int* sum) {
    asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" ::"l"(sum) : "memory"); //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `sum[0]`: thread (0, 0, 0) of block (0, 0, 0) changed it by an atomic of block scope, thread (0, 0, 0) of block (1, 0, 0) changed it by an atomic of block scope
 --> global_atomic_ptx_cta.cu:5:5
  |
5 |     asm volatile("red.relaxed.cta.global.add.s32 [%0], 1;" ::"l"(sum) : "memory"); //~ global-race
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. changed it by an atomic of block scope
  |     ------------------------------------------------------------------------------ 2. changed it by an atomic of block scope
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 2 times
  = help: an atomic of block scope (`_block`, `.cta`, `cuda::thread_scope_block`) is one only to the threads of its block: where several blocks meet, use one of the device's scope, such as `atomicAdd`
*/
