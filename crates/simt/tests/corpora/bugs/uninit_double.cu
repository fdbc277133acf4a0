// 64 bits.
// buffer: in f64[32] = uninit
// buffer: out f64[32] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const double* in, double* out) {
    double v = in[threadIdx.x]; //~ uninitialised
    out[threadIdx.x] = v > 1.0 ? v : 1.0;
}
/*~
error[F0105]: what is stored depends on `in[0]`, which was never written
 --> uninit_double.cu:6:16
  |
6 |     double v = in[threadIdx.x]; //~ uninitialised
  |                ^^^^^^^^^^^^^^^ 1. read here
7 |     out[threadIdx.x] = v > 1.0 ? v : 1.0;
  |     ---------------- 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): v = -6.2774385622041925e66 (what unwritten memory holds)
  = note: it happened 32 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
