// buffer: data i32[128] = i
// buffer: out i32[128] = 0
// launch: k<<<4, 32>>>(data, out)
// expect: out[i] = 127 - i + 1000
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* data, int* out) {
    cg::grid_group grid = cg::this_grid();
    int rank = grid.thread_rank(), n = grid.size();
    data[rank] += 1000;
    grid.sync();
    out[rank] = data[n - 1 - rank];
}
