// Doubles in shared memory behind one `int`.
// buffer: out f64[4] = 0
// launch: k<<<1, 4, 64>>>(out)
__global__ void k(double* out) {
    extern __shared__ int pool[];
    double* d = (double*)(pool + 1);
    d[threadIdx.x] = 1; //~ misaligned
    out[threadIdx.x] = 1;
}
/*~
error[F0104]: misaligned shared write of 8 bytes: the address in `pool` is 4 bytes past a multiple of 8
 --> misaligned_shared_double.cu:7:5
  |
7 |     d[threadIdx.x] = 1; //~ misaligned
  |     ^^^^^^^^^^^^^^ write here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): d = pool + 1
  = note: it happened 4 times
  = help: an access needs an address that is a multiple of its size: one of smaller elements, cast to a larger type, need not be
*/
