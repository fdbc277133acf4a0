// The undefined value comes by a shuffle.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 31) s[t] = t;
    __syncwarp();
    int v = s[t]; //~ uninitialised
    int w = __shfl_down_sync(0xffffffff, v, 1);
    if (t < 31) out[t] = w;
}
/*~
error[F0105]: what is stored depends on `s[31]`, which was never written
  --> uninit_shared_shuffle.cu:9:13
   |
 9 |     int v = s[t]; //~ uninitialised
   |             ^^^^ 1. read here
10 |     int w = __shfl_down_sync(0xffffffff, v, 1);
11 |     if (t < 31) out[t] = w;
   |                 ------ 2. stored here
   |
   = thread: 1. (31, 0, 0) of block (0, 0, 0): t = 31
   = thread: 2. (30, 0, 0) of block (0, 0, 0): t = 30, w = -842150451 (what unwritten memory holds)
   = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
