// The mean of no elements is 0 / 0; what follows from it is not reported again.
// nonfinite: yes
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out, 0)
__global__ void k(float* out, int n) {
    float sum = 0.0f;
    for (int i = 0; i < n; ++i) sum += i;
    float mean = sum / n; //~ non-finite
    float shifted = mean + 1.0f;
    out[threadIdx.x] = shifted * 2.0f;
}
/*~
warning[F0503]: NaN is first made here, of 0.0 and 0.0
 --> nonfinite_mean_of_none.cu:8:18
  |
8 |     float mean = sum / n; //~ non-finite
  |                  ^^^^^^^ made here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): n = 0, sum = 0.0
  = note: it happened 32 times
  = help: 0 / 0, infinity - infinity, 0 * infinity, and the root or logarithm of a negative number are no number: test the operands before
*/
