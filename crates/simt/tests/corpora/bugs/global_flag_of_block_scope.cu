// Fences of the device, but the flag is set by an exchange of block scope: to the other block it releases nothing.
// buffer: data i32[1] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<2, 1>>>(data, flag, out)
__global__ void k(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        atomicExch_block(flag, 1);
    } else {
        while (*(volatile int*)flag == 0) {} //~ global-race
        __threadfence();
        out[0] = *data; //~ global-race
    }
}
/*~
error[F0203]: nothing orders two accesses to `flag[0]`: thread (0, 0, 0) of block (0, 0, 0) changed it by an atomic of block scope, thread (0, 0, 0) of block (1, 0, 0) read 1
  --> global_flag_of_block_scope.cu:10:9
   |
10 |         atomicExch_block(flag, 1);
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^ 1. changed it by an atomic of block scope
11 |     } else {
12 |         while (*(volatile int*)flag == 0) {} //~ global-race
   |                -------------------- 2. read 1
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (1, 0, 0)
   = help: an atomic of block scope (`_block`, `.cta`, `cuda::thread_scope_block`) is one only to the threads of its block: where several blocks meet, use one of the device's scope, such as `atomicAdd`

error[F0203]: nothing orders two accesses to `data[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 42, thread (0, 0, 0) of block (1, 0, 0) read 42
  --> global_flag_of_block_scope.cu:8:9
   |
 8 |         *data = 42;
   |         ^^^^^ 1. wrote 42
...
14 |         out[0] = *data; //~ global-race
   |                  ----- 2. read 42
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (1, 0, 0)
   = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
