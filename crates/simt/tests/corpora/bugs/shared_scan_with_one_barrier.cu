// Hillis and Steele in place need two barriers a step: one between the reads and the writes.
// buffer: in i32[128] = 1
// buffer: out i32[128] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        s[t] += v; //~ shared-race
        __syncthreads();
    }
    out[t] = s[t];
}
/*~
error[F0201]: nothing orders two accesses to `s[31]`: thread (32, 0, 0) read 1, thread (31, 0, 0) wrote 2
  --> shared_scan_with_one_barrier.cu:11:26
   |
11 |         int v = t >= d ? s[t - d] : 0;
   |                          ^^^^^^^^ 1. read 1
12 |         s[t] += v; //~ shared-race
   |         ---- 2. wrote 2
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (31, 0, 0) of block (0, 0, 0): t = 31, v = 1
   = note: it happened 253 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
