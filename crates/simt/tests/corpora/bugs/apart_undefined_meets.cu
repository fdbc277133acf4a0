// What nobody wrote comes by a shuffle from the other side of a branch, and is stored.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int s[16];
    int t = threadIdx.x, got;
    if (t < 16) {
        int nothing = s[t];
        got = __shfl_xor_sync(0xffffffff, nothing, 16);
    } else {
        got = __shfl_xor_sync(0xffffffff, t, 16);
    }
    out[t] = got; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `s[0]`, which was never written
  --> apart_undefined_meets.cu:8:23
   |
 8 |         int nothing = s[t];
   |                       ^^^^ 1. read here
...
13 |     out[t] = got; //~ uninitialised
   |     ------ 2. stored here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
   = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16, got = -842150451 (what unwritten memory holds)
   = note: it happened 16 times
   = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
