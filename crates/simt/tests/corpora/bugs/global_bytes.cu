// Bytes: each block ends one too late.
// buffer: out u8[130] = 0
// launch: k<<<2, 64>>>(out)
__global__ void k(unsigned char* out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = blockIdx.x + 1; //~ global-race
    if (threadIdx.x == 63) out[i + 1] = 9; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `out[64]`: thread (63, 0, 0) of block (0, 0, 0) wrote 9, thread (0, 0, 0) of block (1, 0, 0) wrote 2
 --> global_bytes.cu:7:28
  |
6 |     out[i] = blockIdx.x + 1; //~ global-race
  |     ------ 2. wrote 2
7 |     if (threadIdx.x == 63) out[i + 1] = 9; //~ global-race
  |                            ^^^^^^^^^^ 1. wrote 9
  |
  = thread: 1. (63, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 64
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
