// `cuda::memcpy_async` with a `cuda::barrier`, used before anybody has arrived there.
// buffer: in i32[64] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
__global__ void k(const int* in, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> there;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0) init(&there, 64);
    __syncthreads();
    cuda::memcpy_async(&s[t], &in[t], cuda::aligned_size_t<4>(4), there);
    __syncthreads();
    out[t] = s[63 - t]; //~ shared-race
    there.arrive_and_wait();
}
/*~
error[F0201]: thread (0, 0, 0) reads `s[63]` while an asynchronous copy of thread (63, 0, 0) is under way there: nobody has waited for it
  --> copies_at_a_barrier.cu:13:5
   |
13 |     cuda::memcpy_async(&s[t], &in[t], cuda::aligned_size_t<4>(4), there);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. the copy starts here
14 |     __syncthreads();
15 |     out[t] = s[63 - t]; //~ shared-race
   |              --------- 2. read before it is there
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 2 times
   = help: wait at the barrier that the copy was given: `arrive_and_wait()`
*/
