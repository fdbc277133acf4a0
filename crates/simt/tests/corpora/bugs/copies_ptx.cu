// `cp.async` without a wait.
// buffer: in f32[128] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const float* in, float* out) {
    __shared__ __align__(16) float s[128];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[t * 4]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t * 4));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    out[t] = s[127 - t]; //~ shared-race
}
/*~
error[F0201]: thread (0, 0, 0) reads `s[127]` while an asynchronous copy of thread (31, 0, 0) is under way there: nobody has waited for it
  --> copies_ptx.cu:9:5
   |
 9 |     asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t * 4));
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
...
13 |     out[t] = s[127 - t]; //~ shared-race
   |              ---------- 2. read before it is there
   |
   = thread: 1. (31, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = help: wait for its group, the newest: `__pipeline_wait_prior(0)` (`cp.async.wait_group 0`, `cg::wait`), then `__syncthreads()` before another thread uses what it brought
*/
