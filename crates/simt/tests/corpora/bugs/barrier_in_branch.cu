// Half of a warp is at the barrier.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    if (threadIdx.x < 16) __syncthreads(); //~ barrier-divergence
    out[threadIdx.x] = 1;
}
/*~
error[F0301]: 16 of the warp's 32 threads are at this barrier; the others took another way
 --> barrier_in_branch.cu:5:27
  |
5 |     if (threadIdx.x < 16) __syncthreads(); //~ barrier-divergence
  |                           ^^^^^^^^^^^^^^^ 1. thread (0, 0, 0) is here
  |     -------------------------------------- 2. thread (16, 0, 0) went another way
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (16, 0, 0) of block (0, 0, 0)
  = note: it happened 16 times
  = help: move `__syncthreads()` out of the branch or loop that splits the warp
*/
