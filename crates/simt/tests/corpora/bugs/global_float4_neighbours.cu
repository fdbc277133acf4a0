// Vectors that start at every second element overlap.
// buffer: out f32[256] = 0
// launch: k<<<2, 32>>>(out)
__global__ void k(float2* out) {
    int i = blockIdx.x * 31 + threadIdx.x;
    out[i] = make_float2(i, blockIdx.x); //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `out[63]`: thread (31, 0, 0) of block (0, 0, 0) wrote 0.0, thread (0, 0, 0) of block (1, 0, 0) wrote 1.0
 --> global_float4_neighbours.cu:6:5
  |
6 |     out[i] = make_float2(i, blockIdx.x); //~ global-race
  |     ^^^^^^ 1. wrote 0.0
  |     ------ 2. wrote 1.0
  |
  = thread: 1. (31, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 31
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
