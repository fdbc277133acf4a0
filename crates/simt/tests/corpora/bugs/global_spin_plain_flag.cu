// The flag is neither atomic nor volatile where it is set.
// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<2, 1>>>(flag, out)
__global__ void k(int* flag, int* out) {
    if (blockIdx.x == 0) *flag = 1; //~ global-race
    else while (*(volatile int*)flag == 0) {}
    if (blockIdx.x == 1) out[0] = 1;
}
/*~
error[F0203]: nothing orders two accesses to `flag[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) read 1
 --> global_spin_plain_flag.cu:6:26
  |
6 |     if (blockIdx.x == 0) *flag = 1; //~ global-race
  |                          ^^^^^ 1. wrote 1
7 |     else while (*(volatile int*)flag == 0) {}
  |                 -------------------- 2. read 1
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
