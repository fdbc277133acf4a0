// A pipeline of two stages, which is asked for the next stage after the stage is used.
// buffer: in i32[256] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
#include <cuda/pipeline>
__global__ void k(const int* in, int* out) {
    __shared__ int s[2][64];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 5; i++) {
        if (i < 4) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[i & 1][t], &in[i * 64 + t], sizeof(int), pipe);
            pipe.producer_commit();
        }
        if (i == 0) continue;
        sum += s[(i - 1) & 1][t]; //~ shared-race
        pipe.consumer_wait();
        pipe.consumer_release();
    }
    out[t] = sum;
}
/*~
error[F0201]: thread (0, 0, 0) reads `s[0][0]` while its own asynchronous copy is under way there: nobody has waited for it
  --> copies_in_a_pipeline.cu:13:13
   |
13 |             cuda::memcpy_async(&s[i & 1][t], &in[i * 64 + t], sizeof(int), pipe);
   |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
...
17 |         sum += s[(i - 1) & 1][t]; //~ shared-race
   |                ----------------- 2. read before it is there
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, sum = 0, i = 1
   = note: it happened 8 times
   = help: wait for its group, after which 1 came: `__pipeline_wait_prior(1)` (`cp.async.wait_group 1`), then `__syncthreads()` before another thread uses what it brought
*/
