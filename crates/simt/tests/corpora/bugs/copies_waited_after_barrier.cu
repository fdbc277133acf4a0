// Each thread waits for its copies after the barrier, where others may already read them.
// buffer: in f32[64] = i
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(in, out)
#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4); //~ shared-race
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    out[t] = s[t ^ 32];
}
/*~
error[F0201]: nothing orders two accesses to `s[32]`: thread (32, 0, 0) wrote 32.0, thread (0, 0, 0) read 32.0
  --> copies_waited_after_barrier.cu:9:5
   |
 9 |     __pipeline_memcpy_async(&s[t], &in[t], 4); //~ shared-race
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. wrote 32.0
...
13 |     out[t] = s[t ^ 32];
   |              --------- 2. read 32.0
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 256 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
