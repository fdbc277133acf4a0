// 64-bit sums without an atomic.
// buffer: out f64[4] = 0
// launch: k<<<4, 64>>>(out)
__global__ void k(double* out) {
    if (threadIdx.x < 4) out[threadIdx.x] += 1.0; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `out[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1.0, thread (0, 0, 0) of block (1, 0, 0) read 1.0
 --> global_double_sum.cu:5:26
  |
5 |     if (threadIdx.x < 4) out[threadIdx.x] += 1.0; //~ global-race
  |                          ^^^^^^^^^^^^^^^^ 1. wrote 1.0
  |                          ---------------- 2. read 1.0
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = note: it happened 24 times
  = help: reading, changing and writing back are three steps, between which other threads come: use an atomic such as `atomicAdd`, or give each thread its own element
*/
