// A reduction over 64 of which the tail of the input fills only 40.
// buffer: in i32[40] = 1
// buffer: out i32[1] = 0
// launch: k<<<1, 64>>>(in, out, 40)
__global__ void k(const int* in, int* out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = in[t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d]; //~ uninitialised
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}
/*~
error[F0105]: what is stored depends on `s[40]`, which was never written
  --> uninit_shared_reduction_tail.cu:11:28
   |
11 |         if (t < d) s[t] += s[t + d]; //~ uninitialised
   |                            ^^^^^^^^ 1. read here
...
14 |     if (t == 0) out[0] = s[0];
   |                 ------ 2. stored here
   |
   = thread: 1. (8, 0, 0) of block (0, 0, 0): t = 8, d = 32
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
