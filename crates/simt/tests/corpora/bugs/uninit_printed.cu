// What nobody set is printed.
// buffer: in i32[4] = uninit
// launch: k<<<1, 1>>>(in)
#include <cstdio>
__global__ void k(const int* in) {
    printf("%d\n", in[2]); //~ uninitialised
}
/*~
error[F0105]: what is printed depends on `in[2]`, which was never written
 --> uninit_printed.cu:6:20
  |
6 |     printf("%d\n", in[2]); //~ uninitialised
  |                    ^^^^^ 1. read here
  |     --------------------- 2. printed here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
