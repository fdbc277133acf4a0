// A ballot with the full mask behind a guard.
// buffer: out u32[1] = 0
// launch: k<<<1, 32>>>(out, 20)
__global__ void k(unsigned int* out, int n) {
    if (threadIdx.x >= n) out[0] = 0;
    else {
        unsigned int m = __ballot_sync(0xffffffff, 1); //~ bad-lane
        if (threadIdx.x == 0 && m == 0) out[0] = m;
    }
}
/*~
error[F0401]: the mask names lane 20, which does not reach this instruction with the others
 --> mask_ballot_tail.cu:7:26
  |
5 |     if (threadIdx.x >= n) out[0] = 0;
  |     --------------------------------- 2. lane 20 went another way
6 |     else {
7 |         unsigned int m = __ballot_sync(0xffffffff, 1); //~ bad-lane
  |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. executed here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (20, 0, 0) of block (0, 0, 0): n = 20
  = note: it happened 12 times
  = help: compute the mask before the branch, or move the instruction out of it
*/
