// The tail of a buffer that was only partly set is added up.
// buffer: part i32[4] = uninit
// buffer: out i32[1] = 0
// launch: set<<<1, 3>>>(part)
// launch: sum<<<1, 1>>>(part, out)
__global__ void set(int* part) { part[threadIdx.x] = 1; }
__global__ void sum(const int* part, int* out) {
    int s = 0;
    for (int i = 0; i < 4; i++) s += part[i]; //~ uninitialised
    out[0] = s;
}
/*~
error[F0105]: what is stored depends on `part[3]`, which was never written
  --> uninit_global_sum.cu:9:38
   |
 9 |     for (int i = 0; i < 4; i++) s += part[i]; //~ uninitialised
   |                                      ^^^^^^^ 1. read here
10 |     out[0] = s;
   |     ------ 2. stored here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0): s = 3, i = 3
   = thread: 2. (0, 0, 0) of block (0, 0, 0): s = -842150448
   = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
