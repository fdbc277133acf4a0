// A quotient by zero and a power of the fast functions, and sums rounded as asked.
// buffer: x f32[3] = 0; 2; 3e38
// buffer: out f32[4] = 0
// launch: k<<<1, 1>>>(x, out)
// nonfinite: yes
__global__ void k(const float* x, float* out) {
    out[0] = __fdividef(x[1], x[0]); //~ non-finite
    out[1] = __powf(x[1], 200.0f); //~ non-finite
    out[2] = __fadd_ru(x[2], x[2]); //~ non-finite
    out[3] = __frcp_rn(x[0]); //~ non-finite
}
/*~
warning[F0503]: infinity is first made here, of 2.0 and 0.0
 --> nonfinite_fast_functions.cu:7:14
  |
7 |     out[0] = __fdividef(x[1], x[0]); //~ non-finite
  |              ^^^^^^^^^^^^^^^^^^^^^^ made here
  |
  = thread: (0, 0, 0) of block (0, 0, 0)
  = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 2.0 and 200.0
 --> nonfinite_fast_functions.cu:8:14
  |
8 |     out[1] = __powf(x[1], 200.0f); //~ non-finite
  |              ^^^^^^^^^^^^^^^^^^^^ made here
  |
  = thread: (0, 0, 0) of block (0, 0, 0)
  = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 3e38 and 3e38
 --> nonfinite_fast_functions.cu:9:14
  |
9 |     out[2] = __fadd_ru(x[2], x[2]); //~ non-finite
  |              ^^^^^^^^^^^^^^^^^^^^^ made here
  |
  = thread: (0, 0, 0) of block (0, 0, 0)
  = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`

warning[F0503]: infinity is first made here, of 0.0
  --> nonfinite_fast_functions.cu:10:14
   |
10 |     out[3] = __frcp_rn(x[0]); //~ non-finite
   |              ^^^^^^^^^^^^^^^ made here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`
*/
