// Shared memory does not last from block to block.
// buffer: out i32[2] = 0
// launch: k<<<2, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int kept;
    if (blockIdx.x == 0 && threadIdx.x == 0) kept = 5;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = kept; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `kept`, which was never written
 --> uninit_shared_next_block.cu:8:45
  |
8 |     if (threadIdx.x == 0) out[blockIdx.x] = kept; //~ uninitialised
  |                                             ^^^^ 1. read here
  |                           --------------- 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (1, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0)
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
