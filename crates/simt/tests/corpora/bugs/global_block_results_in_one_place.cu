// The blocks' results all go to the first element.
// buffer: out i32[4] = 0
// launch: k<<<4, 64>>>(out)
__global__ void k(int* out) {
    if (threadIdx.x == 0) out[0] = blockIdx.x; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `out[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 0, thread (0, 0, 0) of block (1, 0, 0) wrote 1
 --> global_block_results_in_one_place.cu:5:27
  |
5 |     if (threadIdx.x == 0) out[0] = blockIdx.x; //~ global-race
  |                           ^^^^^^ 1. wrote 0
  |                           ------ 2. wrote 1
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 3 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
