// A variable of the file that every block changes.
// buffer: out i32[2] = 0
// launch: k<<<2, 1>>>(out)
__device__ int seen = 0;
__global__ void k(int* out) {
    seen = blockIdx.x + 1; //~ global-race
    out[blockIdx.x] = 1;
}
/*~
error[F0203]: nothing orders two accesses to `seen`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) wrote 2
 --> global_device_variable.cu:6:5
  |
6 |     seen = blockIdx.x + 1; //~ global-race
  |     ^^^^ 1. wrote 1
  |     ---- 2. wrote 2
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
