// A thread that reads what its own asynchronous copy brings, and has not even committed it.
// buffer: in f32[32] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out)
#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out) {
    __shared__ float s[32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    out[t] = s[t]; //~ shared-race
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
/*~
error[F0201]: thread (0, 0, 0) reads `s[0]` while its own asynchronous copy is under way there: nobody has waited for it
  --> copies_own.cu:9:5
   |
 9 |     __pipeline_memcpy_async(&s[t], &in[t], 4);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
10 |     out[t] = s[t]; //~ shared-race
   |              ---- 2. read before it is there
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = help: commit it and wait: `__pipeline_commit(); __pipeline_wait_prior(0);` (`cp.async.commit_group`, `cp.async.wait_group 0`), then `__syncthreads()` before another thread uses what it brought
*/
