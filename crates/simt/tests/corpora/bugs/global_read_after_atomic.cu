// buffer: c i32[1] = 0
// buffer: out i32[4] = 0
// launch: k<<<4, 32>>>(c, out)
__global__ void k(int* c, int* out) {
    if (threadIdx.x == 0) {
        atomicAdd(c, 1);
        if (*c == 4) out[blockIdx.x] = 1; //~ global-race
    }
}
/*~
error[F0203]: nothing orders two accesses to `c[0]`: thread (0, 0, 0) of block (0, 0, 0) read it, thread (0, 0, 0) of block (1, 0, 0) changed it by an atomic
 --> global_read_after_atomic.cu:7:13
  |
6 |         atomicAdd(c, 1);
  |         --------------- 2. changed it by an atomic
7 |         if (*c == 4) out[blockIdx.x] = 1; //~ global-race
  |             ^^ 1. read it
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 6 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
