// Private counters that are not cleared.
// buffer: in i32[128] = i
// buffer: out i32[4] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
    int mine[4];
    for (int i = 0; i < 4; i++) mine[in[threadIdx.x * 4 + i] % 4]++; //~ uninitialised
    for (int i = 0; i < 4; i++) atomicAdd(&out[i], mine[i]);
}
/*~
error[F0105]: an atomic's operand depends on `mine[0]`, which was never written
 --> uninit_local_histogram.cu:7:33
  |
7 |     for (int i = 0; i < 4; i++) mine[in[threadIdx.x * 4 + i] % 4]++; //~ uninitialised
  |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. read here
8 |     for (int i = 0; i < 4; i++) atomicAdd(&out[i], mine[i]);
  |                                 --------------------------- 2. goes into an atomic here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): i = 0
  = thread: 2. (0, 0, 0) of block (0, 0, 0): i = 0
  = note: it happened 128 times
  = help: give the variable a value where it is declared
*/
