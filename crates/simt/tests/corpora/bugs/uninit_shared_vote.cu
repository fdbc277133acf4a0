// Lanes vote with what nobody set.
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t % 2) s[t] = t;
    __syncwarp();
    unsigned int m = __ballot_sync(0xffffffff, s[t] > 5); //~ uninitialised
    if (t == 0) out[0] = m != 0;
}
/*~
error[F0105]: a vote depends on `s[0]`, which was never written
 --> uninit_shared_vote.cu:9:48
  |
9 |     unsigned int m = __ballot_sync(0xffffffff, s[t] > 5); //~ uninitialised
  |                                                ^^^^ 1. read here
  |                      ----------------------------------- 2. votes here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 16 times
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
