// Threads of two warps write what they like to one flag.
// buffer: out i32[1] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int last;
    if (threadIdx.x % 32 == 0) last = threadIdx.x; //~ shared-race
    __syncthreads();
    if (threadIdx.x == 0) out[0] = last * 0;
}
/*~
error[F0201]: nothing orders two accesses to `last`: thread (0, 0, 0) wrote 0, thread (32, 0, 0) wrote 32
 --> shared_flag_written_by_all.cu:6:32
  |
6 |     if (threadIdx.x % 32 == 0) last = threadIdx.x; //~ shared-race
  |                                ^^^^ 1. wrote 0
  |                                ---- 2. wrote 32
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
