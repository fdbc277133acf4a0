// Only some lanes set what all use.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int best[2];
    if (threadIdx.x < 8) best[threadIdx.x % 2] = 1, best[1 - threadIdx.x % 2] = 2;
    if (best[threadIdx.x % 2] > 1) out[threadIdx.x] = 1; //~ uninitialised
}
/*~
error[F0105]: which way the thread goes depends on `best[0]`, which was never written
 --> uninit_local_some_lanes.cu:7:9
  |
7 |     if (best[threadIdx.x % 2] > 1) out[threadIdx.x] = 1; //~ uninitialised
  |         ^^^^^^^^^^^^^^^^^^^^^ 1. read here
  |     ---------------------------------------------------- 2. decides here
  |
  = thread: 1. (8, 0, 0) of block (0, 0, 0)
  = thread: 2. (8, 0, 0) of block (0, 0, 0)
  = note: it happened 24 times
  = help: give the variable a value where it is declared
*/
