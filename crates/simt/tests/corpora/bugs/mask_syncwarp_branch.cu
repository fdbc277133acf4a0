// `__syncwarp` for all in a branch of some.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    if (threadIdx.x % 4 == 0) {
        __syncwarp(); //~ bad-lane
        out[threadIdx.x] = 1;
    }
}
/*~
error[F0401]: the mask names lane 1, which does not reach this instruction with the others
 --> mask_syncwarp_branch.cu:6:9
  |
5 |     if (threadIdx.x % 4 == 0) {
  |     --------------------------- 2. lane 1 went another way
6 |         __syncwarp(); //~ bad-lane
  |         ^^^^^^^^^^^^ 1. executed here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (1, 0, 0) of block (0, 0, 0)
  = note: it happened 24 times
  = help: compute the mask before the branch, or move the instruction out of it
*/
