// A double that no float can hold.
// nonfinite: yes
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out, 7)
__global__ void k(float* out, int n) {
    double big = n * 1e30;
    double square = big * big;
    out[threadIdx.x] = (float)square; //~ non-finite
}
/*~
warning[F0503]: infinity is first made here, of 4.900000000000001e61
 --> nonfinite_double_to_float.cu:8:24
  |
8 |     out[threadIdx.x] = (float)square; //~ non-finite
  |                        ^^^^^^^^^^^^^ made here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): square = 4.900000000000001e61
  = note: it happened 32 times
  = help: a quotient by 0 or a result beyond the type's range is infinite: test the divisor, or subtract the greatest before `exp`
*/
