// A flag that nobody set decides.
// buffer: flag i32[1] = uninit
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(flag, out)
__global__ void k(const int* flag, int* out) {
    if (*flag > 0) out[threadIdx.x] = 1; //~ uninitialised
}
/*~
error[F0105]: which way the thread goes depends on `flag[0]`, which was never written
 --> uninit_global_branch.cu:6:9
  |
6 |     if (*flag > 0) out[threadIdx.x] = 1; //~ uninitialised
  |         ^^^^^ 1. read here
  |     ------------------------------------ 2. decides here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
