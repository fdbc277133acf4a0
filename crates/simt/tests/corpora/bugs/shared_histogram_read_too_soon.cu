// The counts are atomic, but read without a barrier.
// buffer: in i32[128] = i
// buffer: out i32[16] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] % 16], 1);
    if (t < 16) out[t] = bins[t]; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `bins[0]`: thread (32, 0, 0) changed it by an atomic, thread (0, 0, 0) read 8
  --> shared_histogram_read_too_soon.cu:10:5
   |
10 |     atomicAdd(&bins[in[t] % 16], 1);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. changed it by an atomic
11 |     if (t < 16) out[t] = bins[t]; //~ shared-race
   |                          ------- 2. read 8
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 16 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
