// A maximum by comparison and store.
// buffer: in i32[256] = i
// buffer: best i32[1] = -1
// launch: k<<<2, 128>>>(in, best)
__global__ void k(const int* in, int* best) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] == 5 || in[i] == 200) {
        if (in[i] > *best) *best = in[i]; //~ global-race
    }
}
/*~
error[F0203]: nothing orders two accesses to `best[0]`: thread (5, 0, 0) of block (0, 0, 0) wrote 5, thread (72, 0, 0) of block (1, 0, 0) read 5
 --> global_max_without_atomic.cu:8:28
  |
8 |         if (in[i] > *best) *best = in[i]; //~ global-race
  |                            ^^^^^ 1. wrote 5
  |                     ----- 2. read 5
  |
  = thread: 1. (5, 0, 0) of block (0, 0, 0)
  = thread: 2. (72, 0, 0) of block (1, 0, 0): i = 200
  = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it

error[F0203]: nothing orders two accesses to `best[0]`: thread (5, 0, 0) of block (0, 0, 0) wrote 5, thread (72, 0, 0) of block (1, 0, 0) wrote 200
 --> global_max_without_atomic.cu:8:28
  |
8 |         if (in[i] > *best) *best = in[i]; //~ global-race
  |                            ^^^^^ 1. wrote 5
  |                            ----- 2. wrote 200
  |
  = thread: 1. (5, 0, 0) of block (0, 0, 0)
  = thread: 2. (72, 0, 0) of block (1, 0, 0): i = 200
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
