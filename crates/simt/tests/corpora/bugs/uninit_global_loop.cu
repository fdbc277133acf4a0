// A loop's bound that nobody set.
// buffer: n i32[1] = uninit
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(n, out)
__global__ void k(const int* n, int* out) {
    int end = *n; //~ uninitialised
    for (int i = 0; i < end && i < 3; i++) out[threadIdx.x] += 1;
}
/*~
error[F0105]: which way the thread goes depends on `n[0]`, which was never written
 --> uninit_global_loop.cu:6:15
  |
6 |     int end = *n; //~ uninitialised
  |               ^^ 1. read here
7 |     for (int i = 0; i < end && i < 3; i++) out[threadIdx.x] += 1;
  |                     ---------------- 2. decides here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): end = -842150451 (what unwritten memory holds), i = 0
  = note: it happened 32 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
