// Phases of a cooperative kernel, with the grid's barrier between.
// buffer: a i32[128] = 0
// buffer: out i32[128] = 0
// launch: k<<<2, 64>>>(a, out)
// expect: out[i] = i
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* a, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    cg::this_grid().sync();
    int v = a[127 - i];
    cg::this_grid().sync();
    a[i] = v;
    cg::this_grid().sync();
    out[i] = a[127 - i];
}
