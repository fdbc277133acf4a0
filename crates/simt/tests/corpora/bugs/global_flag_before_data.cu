// The fence is there, but the flag is set before the data.
// buffer: data i32[1] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<2, 1>>>(data, flag, out)
__global__ void k(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        atomicExch(flag, 1);
        __threadfence();
        *data = 42;
    } else {
        while (atomicAdd(flag, 0) == 0) {}
        out[0] = *data * 0; //~ global-race
    }
}
/*~
error[F0203]: nothing orders two accesses to `data[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 42, thread (0, 0, 0) of block (1, 0, 0) read 42
  --> global_flag_before_data.cu:10:9
   |
10 |         *data = 42;
   |         ^^^^^ 1. wrote 42
...
13 |         out[0] = *data * 0; //~ global-race
   |                  ----- 2. read 42
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (1, 0, 0)
   = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
