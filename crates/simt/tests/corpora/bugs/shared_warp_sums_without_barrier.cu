// Each warp's sum is stored, and the first warp adds them up too soon.
// buffer: out i32[1] = 0
// launch: k<<<1, 128>>>(out)
__global__ void k(int* out) {
    __shared__ int sums[4];
    int t = threadIdx.x, v = 1;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (t % 32 == 0) sums[t / 32] = v;
    if (t < 4) {
        v = sums[t]; //~ shared-race
        for (int d = 2; d > 0; d /= 2) v += __shfl_down_sync(0xf, v, d, 4);
        if (t == 0) out[0] = v * 0;
    }
}
/*~
error[F0201]: nothing orders two accesses to `sums[1]`: thread (32, 0, 0) wrote 32, thread (1, 0, 0) read 32
  --> shared_warp_sums_without_barrier.cu:8:22
   |
 8 |     if (t % 32 == 0) sums[t / 32] = v;
   |                      ^^^^^^^^^^^^ 1. wrote 32
 9 |     if (t < 4) {
10 |         v = sums[t]; //~ shared-race
   |             ------- 2. read 32
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (1, 0, 0) of block (0, 0, 0): t = 1
   = note: it happened 3 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
