// Some lanes' exponents are too large for a float, and of infinity minus infinity there is a second report.
// nonfinite: yes
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(float* out) {
    float e = expf(threadIdx.x * 4.0f); //~ non-finite
    out[threadIdx.x] = e - e; //~ non-finite
}
/*~
warning[F0503]: infinity is first made here, of 92.0
 --> nonfinite_exp_of_some_lanes.cu:6:15
  |
6 |     float e = expf(threadIdx.x * 4.0f); //~ non-finite
  |               ^^^^^^^^^^^^^^^^^^^^^^^^ made here
  |
  = thread: (23, 0, 0) of block (0, 0, 0)
  = note: it happened 9 times
  = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: NaN is first made here, of infinity and infinity
 --> nonfinite_exp_of_some_lanes.cu:7:24
  |
7 |     out[threadIdx.x] = e - e; //~ non-finite
  |                        ^^^^^ made here
  |
  = thread: (23, 0, 0) of block (0, 0, 0): e = inf
  = note: it happened 9 times
  = help: 0 / 0, infinity - infinity, 0 * infinity, and the root or logarithm of a negative number are no number: test the operands before
*/
