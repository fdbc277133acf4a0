// An index that nobody set.
// buffer: index i32[32] = i < 31 ? i : 0
// buffer: more i32[8] = uninit
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(index, more, out)
__global__ void k(const int* index, const int* more, int* out) {
    int t = threadIdx.x;
    int at = t < 31 ? index[t] : more[3]; //~ uninitialised
    if (t == 31) at &= 31;
    out[at] = 1;
}
/*~
error[F0105]: an address depends on `more[3]`, which was never written
  --> uninit_global_address.cu:8:34
   |
 8 |     int at = t < 31 ? index[t] : more[3]; //~ uninitialised
   |                                  ^^^^^^^ 1. read here
 9 |     if (t == 31) at &= 31;
10 |     out[at] = 1;
   |     ------- 2. becomes an address here
   |
   = thread: 1. (31, 0, 0) of block (0, 0, 0): t = 31
   = thread: 2. (31, 0, 0) of block (0, 0, 0): at = 13
   = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
