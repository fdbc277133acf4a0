// The bins are cleared without a barrier before the counting.
// buffer: in i32[128] = i
// buffer: out i32[16] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t >= 112) bins[t - 112] = 0;
    atomicAdd(&bins[in[t] % 16], 1); //~ shared-race
    __syncthreads();
    if (t < 16) out[t] = bins[t];
}
/*~
error[F0201]: nothing orders two accesses to `bins[0]`: thread (112, 0, 0) wrote 0, thread (0, 0, 0) changed it by an atomic
 --> shared_histogram_cleared_late.cu:8:19
  |
8 |     if (t >= 112) bins[t - 112] = 0;
  |                   ^^^^^^^^^^^^^ 1. wrote 0
9 |     atomicAdd(&bins[in[t] % 16], 1); //~ shared-race
  |     ------------------------------- 2. changed it by an atomic
  |
  = thread: 1. (112, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 96 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
