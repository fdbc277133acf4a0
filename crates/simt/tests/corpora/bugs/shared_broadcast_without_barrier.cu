// One thread sets a value for all, and nobody waits.
// buffer: out i32[64] = 0
// launch: k<<<2, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int base;
    if (threadIdx.x == 0) base = blockIdx.x * 10;
    out[threadIdx.x] = base * 0; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `base`: thread (0, 0, 0) wrote 0, thread (32, 0, 0) read 0
 --> shared_broadcast_without_barrier.cu:6:27
  |
6 |     if (threadIdx.x == 0) base = blockIdx.x * 10;
  |                           ^^^^ 1. wrote 0
7 |     out[threadIdx.x] = base * 0; //~ shared-race
  |                        ---- 2. read 0
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = note: it happened 4 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
