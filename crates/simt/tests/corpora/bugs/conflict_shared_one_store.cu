// All lanes of a warp write to one shared element.
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int s;
    s = threadIdx.x; //~ shared-race
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s * 0;
}
/*~
error[F0201]: threads (0, 0, 0) and (1, 0, 0) write different values to `s` in one instruction
 --> conflict_shared_one_store.cu:6:5
  |
6 |     s = threadIdx.x; //~ shared-race
  |     ^ 1. one write
  |     - 2. the other write
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (1, 0, 0) of block (0, 0, 0)
  = help: which value stays is not defined: give each thread its own element, or use an atomic
*/
