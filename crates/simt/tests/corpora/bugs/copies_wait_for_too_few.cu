// Two stages, and a wait that leaves two groups under way: one too many, so that the stage that is used is not there.
// buffer: in f32[512] = i
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(in, out, 8)
#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out, int n) {
    __shared__ float s[2][64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
    float sum = 0;
    for (int i = 0; i < n; i++) {
        if (i + 1 < n) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &in[(i + 1) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += s[i & 1][63 - t]; //~ shared-race
        __syncthreads();
    }
    out[t] = sum;
}
/*~
error[F0201]: thread (0, 0, 0) reads `s[0][63]` while an asynchronous copy of thread (63, 0, 0) is under way there: nobody has waited for it
  --> copies_wait_for_too_few.cu:9:5
   |
 9 |     __pipeline_memcpy_async(&s[0][t], &in[t], 4);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
...
17 |         sum += s[i & 1][63 - t]; //~ shared-race
   |                ---------------- 2. read before it is there
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, sum = 0.0, i = 0
   = note: it happened 16 times
   = help: wait for its group, after which 1 came: `__pipeline_wait_prior(1)` (`cp.async.wait_group 1`), then `__syncthreads()` before another thread uses what it brought
*/
