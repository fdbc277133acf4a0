// An asynchronous copy that is committed, but waited for by nobody: the barrier waits for threads, not for copies.
// buffer: in f32[64] = i
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(in, out)
#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __syncthreads();
    out[t] = s[63 - t]; //~ shared-race
}
/*~
error[F0201]: thread (0, 0, 0) reads `s[63]` while an asynchronous copy of thread (63, 0, 0) is under way there: nobody has waited for it
  --> copies_not_waited.cu:9:5
   |
 9 |     __pipeline_memcpy_async(&s[t], &in[t], 4);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
...
12 |     out[t] = s[63 - t]; //~ shared-race
   |              --------- 2. read before it is there
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 2 times
   = help: wait for its group, the newest: `__pipeline_wait_prior(0)` (`cp.async.wait_group 0`, `cg::wait`), then `__syncthreads()` before another thread uses what it brought
*/
