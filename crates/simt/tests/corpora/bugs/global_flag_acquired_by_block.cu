// The reader in another block acquires with a fence of its own block only.
// buffer: data i32[1] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[1] = 0
// launch: k<<<2, 1>>>(data, flag, out)
__global__ void k(int* data, int* flag, int* out) {
    volatile int* f = flag;
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        *f = 1;
    } else {
        while (*f == 0) {}
        __threadfence_block();
        out[0] = *data; //~ global-race
    }
}
/*~
error[F0203]: nothing orders two accesses to `data[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 42, thread (0, 0, 0) of block (1, 0, 0) read 42
  --> global_flag_acquired_by_block.cu:9:9
   |
 9 |         *data = 42;
   |         ^^^^^ 1. wrote 42
...
15 |         out[0] = *data; //~ global-race
   |                  ----- 2. read 42
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (1, 0, 0)
   = help: that a flag was read does not order what is read after it: put `__threadfence()` between the two (`__threadfence_block()` within a block), or read the flag by a load that acquires
*/
