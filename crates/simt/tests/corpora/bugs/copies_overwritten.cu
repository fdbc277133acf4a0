// A buffer that a thread sets to zero while its copy into it is under way.
// buffer: in f32[32] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out, 20)
#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out, int n) {
    __shared__ float s[32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    if (t >= n) s[t] = 0; //~ shared-race
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = s[31 - t];
}
/*~
error[F0201]: thread (20, 0, 0) writes `s[20]` while its own asynchronous copy is under way there: nobody has waited for it
  --> copies_overwritten.cu:9:5
   |
 9 |     __pipeline_memcpy_async(&s[t], &in[t], 4);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
10 |     __pipeline_commit();
11 |     if (t >= n) s[t] = 0; //~ shared-race
   |                 ---- 2. write before it is there
   |
   = thread: 1. (20, 0, 0) of block (0, 0, 0)
   = thread: 2. (20, 0, 0) of block (0, 0, 0): n = 20, t = 20
   = help: wait for its group, the newest: `__pipeline_wait_prior(0)` (`cp.async.wait_group 0`, `cg::wait`), then `__syncthreads()` before another thread uses what it brought
*/
