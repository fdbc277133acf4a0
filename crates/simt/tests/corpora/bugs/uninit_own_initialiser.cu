// The `n` on the right is the new one, not the parameter.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out, 5)
__global__ void k(int* out, int n) {
    if (n > 2) {
        int n = n + 1; //~ uninitialised
        out[threadIdx.x] = n;
    }
}
/*~
error[F0105]: what is stored depends on `n`, which was never written
 --> uninit_own_initialiser.cu:6:17
  |
6 |         int n = n + 1; //~ uninitialised
  |                 ^ 1. read here
7 |         out[threadIdx.x] = n;
  |         ---------------- 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): n = -842150451 (what unwritten memory holds)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): n = -842150450
  = note: it happened 32 times
  = help: give the variable a value where it is declared
*/
