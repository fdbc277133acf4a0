// A frontier search that marks what other blocks look at, without an atomic.
// buffer: next i32[128] = (i * 2) % 128
// buffer: level i32[128] = i < 1 ? 0 : -1
// launch: k<<<2, 64>>>(next, level)
__global__ void k(const int* next, int* level) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (level[next[i]] == -1) level[next[i]] = i; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `level[2]`: thread (1, 0, 0) of block (0, 0, 0) wrote 1, thread (1, 0, 0) of block (1, 0, 0) read 1
 --> global_bfs_level.cu:7:31
  |
7 |     if (level[next[i]] == -1) level[next[i]] = i; //~ global-race
  |                               ^^^^^^^^^^^^^^ 1. wrote 1
  |         -------------- 2. read 1
  |
  = thread: 1. (1, 0, 0) of block (0, 0, 0)
  = thread: 2. (1, 0, 0) of block (1, 0, 0): i = 65
  = note: it happened 63 times
  = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
