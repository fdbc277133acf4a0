// The queue's tail is moved plainly.
// buffer: queue i32[256] = 0
// buffer: tail i32[1] = 0
// launch: k<<<4, 1>>>(queue, tail)
__global__ void k(int* queue, int* tail) {
    int at = *tail; //~ global-race
    *tail = at + 1; //~ global-race
    queue[blockIdx.x] = at * 0;
}
/*~
error[F0203]: nothing orders two accesses to `tail[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) read 1
 --> global_queue_without_atomic.cu:7:5
  |
6 |     int at = *tail; //~ global-race
  |              ----- 2. read 1
7 |     *tail = at + 1; //~ global-race
  |     ^^^^^ 1. wrote 1
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 3 times
  = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it

error[F0203]: nothing orders two accesses to `tail[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) wrote 2
 --> global_queue_without_atomic.cu:7:5
  |
7 |     *tail = at + 1; //~ global-race
  |     ^^^^^ 1. wrote 1
  |     ----- 2. wrote 2
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): at = 1
  = note: it happened 3 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
