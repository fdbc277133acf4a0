// buffer: x i32[8] = 8; 12; 3; 5; 7; 6; 9; 4
// buffer: u u32[2] = 5; 0
// buffer: f f32[32] = i
// buffer: out i32[68] = 0
// launch: k<<<1, 32>>>(x, u, f, out)
// expect: x = 40; 8; 99; 37; 0-31; 38; 41; 77
// expect: u = 37; 9
// expect: out[i] = i < 32 ? (i < 31 ? i + 1 : i) + 100 * (i > 0 ? i - 1 : i) : i < 64 ? 3 * (i - 32) : i == 64 ? 11 : i == 65 ? 2 : i == 66 ? 3 : 6
// What the census counts once or twice: atomics of the whole system, loads and stores with hints, arrays of rows, tiles that shift.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int corner(int rows[][3], int n) { return rows[n - 1][2]; }
__global__ void k(int *x, unsigned *u, const float *f, int *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int t = tile.thread_rank();
    out[t] = tile.shfl_down(t, 1) + 100 * tile.shfl_up(t, 1);
    out[32 + t] = (int)(__ldcs(f + t) + __ldcg(f + t)) + t;
    atomicAdd_system(x, 1);
    atomicAnd_system(x + 1, 8 | 16 << t);
    if (t == 5) atomicExch_system(x + 2, 99);
    atomicAdd_system(x + 3, 1);
    atomicMin_system(x + 4, -t);
    if (t >= 5) atomicOr_system(x + 5, t == 5 ? 32 : 6);
    if (t == 0) atomicXor_system(x + 6, 32);
    if (t == 0) atomicCAS_system(x + 7, 4, 77);
    atomicMax_system(x + 4, -31);
    atomicInc_system(u, 100);
    if (t == 0) __stcs(u + 1, 10u);
    __threadfence_system();
    __syncwarp();
    if (t == 0) atomicDec_system(u + 1, 100);
    if (t == 0) {
        int rows[2][3] = {{1, 2, 3}, {4, 5, 11}};
        out[64] = corner(rows, 2);
        out[65] = 2;
        __stcg(out + 66, 3);
        __stwb(out + 67, 6);
    }
}
