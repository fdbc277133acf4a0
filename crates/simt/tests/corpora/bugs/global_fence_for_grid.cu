// `__threadfence` orders a thread's own writes; it waits for nobody.
// buffer: a i32[256] = 0
// buffer: out i32[256] = 0
// launch: k<<<2, 128>>>(a, out)
__global__ void k(int* a, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    __threadfence();
    out[i] = a[255 - i] * 0; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `a[128]`: thread (127, 0, 0) of block (0, 0, 0) read 0, thread (0, 0, 0) of block (1, 0, 0) wrote 128
 --> global_fence_for_grid.cu:9:14
  |
7 |     a[i] = i;
  |     ---- 2. wrote 128
8 |     __threadfence();
9 |     out[i] = a[255 - i] * 0; //~ global-race
  |              ^^^^^^^^^^ 1. read 0
  |
  = thread: 1. (127, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 128
  = note: it happened 256 times
  = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
