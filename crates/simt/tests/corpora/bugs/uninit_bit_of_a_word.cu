// One byte of each word is set, and a bit of the next is asked for.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ unsigned w[32];
    int t = threadIdx.x;
    w[t] = (w[t] & ~0xffu) | (unsigned)t; //~ uninitialised
    out[t] = w[t] >> 8 & 1 ? 1 : 2;
}
/*~
error[F0105]: what is stored depends on `w[0]`, which was never written
 --> uninit_bit_of_a_word.cu:7:13
  |
7 |     w[t] = (w[t] & ~0xffu) | (unsigned)t; //~ uninitialised
  |             ^^^^ 1. read here
8 |     out[t] = w[t] >> 8 & 1 ? 1 : 2;
  |     ------ 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 32 times
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
