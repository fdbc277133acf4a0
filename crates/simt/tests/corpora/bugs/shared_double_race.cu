// 64-bit elements.
// buffer: out f64[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(double* out) {
    __shared__ double s[64];
    int t = threadIdx.x;
    s[t] = t;
    out[t] = s[(t + 40) % 64] * 0; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `s[40]`: thread (40, 0, 0) wrote 40.0, thread (0, 0, 0) read 40.0
 --> shared_double_race.cu:7:5
  |
7 |     s[t] = t;
  |     ^^^^ 1. wrote 40.0
8 |     out[t] = s[(t + 40) % 64] * 0; //~ shared-race
  |              ---------------- 2. read 40.0
  |
  = thread: 1. (40, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 48 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
