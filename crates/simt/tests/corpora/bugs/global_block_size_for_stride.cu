// The index leaves out the block: all blocks write the same elements.
// buffer: in i32[256] = i
// buffer: out i32[256] = 0
// launch: k<<<2, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[threadIdx.x] = in[i]; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `out[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 0, thread (0, 0, 0) of block (1, 0, 0) wrote 128
 --> global_block_size_for_stride.cu:7:5
  |
7 |     out[threadIdx.x] = in[i]; //~ global-race
  |     ^^^^^^^^^^^^^^^^ 1. wrote 0
  |     ---------------- 2. wrote 128
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 128
  = note: it happened 128 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
