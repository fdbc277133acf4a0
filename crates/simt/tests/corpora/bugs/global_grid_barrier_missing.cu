// A cooperative kernel that leaves one of its barriers out.
// buffer: a i32[128] = 0
// buffer: out i32[128] = 0
// launch: k<<<2, 64>>>(a, out)
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* a, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    cg::this_grid().sync();
    int v = a[127 - i];
    a[i] = v; //~ global-race
    cg::this_grid().sync();
    out[i] = a[i];
}
/*~
error[F0203]: nothing orders two accesses to `a[63]`: thread (63, 0, 0) of block (0, 0, 0) wrote 64, thread (0, 0, 0) of block (1, 0, 0) read 64
  --> global_grid_barrier_missing.cu:12:5
   |
11 |     int v = a[127 - i];
   |             ---------- 2. read 64
12 |     a[i] = v; //~ global-race
   |     ^^^^ 1. wrote 64
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 64
   = note: it happened 128 times
   = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
