// Blocks advance by one element less than they have threads.
// buffer: out i32[256] = 0
// launch: k<<<2, 128>>>(out)
__global__ void k(int* out) {
    int i = blockIdx.x * (blockDim.x - 1) + threadIdx.x;
    out[i] = threadIdx.x; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `out[127]`: thread (127, 0, 0) of block (0, 0, 0) wrote 127, thread (0, 0, 0) of block (1, 0, 0) wrote 0
 --> global_overlapping_blocks.cu:6:5
  |
6 |     out[i] = threadIdx.x; //~ global-race
  |     ^^^^^^ 1. wrote 127
  |     ------ 2. wrote 0
  |
  = thread: 1. (127, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 127
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
