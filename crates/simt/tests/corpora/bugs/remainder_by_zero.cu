// A width that is 0.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out, 0)
__global__ void k(int* out, int width) {
    out[threadIdx.x] = threadIdx.x % width; //~ division-by-zero
}
/*~
error[F0501]: integer division or remainder by zero
 --> remainder_by_zero.cu:5:24
  |
5 |     out[threadIdx.x] = threadIdx.x % width; //~ division-by-zero
  |                        ^^^^^^^^^^^^^^^^^^^ divided here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): width = 0
  = note: it happened 32 times
  = help: the device does not stop: a quotient has all bits set, a remainder is the dividend; test the divisor
*/
