// A count that is 0 for one thread.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    out[threadIdx.x] = 100 / (int)threadIdx.x; //~ division-by-zero
}
/*~
error[F0501]: integer division or remainder by zero
 --> divide_by_zero.cu:5:24
  |
5 |     out[threadIdx.x] = 100 / (int)threadIdx.x; //~ division-by-zero
  |                        ^^^^^^^^^^^^^^^^^^^^^^ divided here
  |
  = thread: (0, 0, 0) of block (0, 0, 0)
  = help: the device does not stop: a quotient has all bits set, a remainder is the dividend; test the divisor
*/
