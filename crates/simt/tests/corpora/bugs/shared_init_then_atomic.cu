// buffer: out i32[1] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    atomicAdd(&s, 1); //~ shared-race
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s;
}
/*~
error[F0201]: nothing orders two accesses to `s`: thread (0, 0, 0) wrote it, thread (32, 0, 0) changed it by an atomic
 --> shared_init_then_atomic.cu:5:27
  |
5 |     if (threadIdx.x == 0) s = 0;
  |                           ^ 1. wrote it
6 |     atomicAdd(&s, 1); //~ shared-race
  |     ---------------- 2. changed it by an atomic
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = note: it happened 2 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
