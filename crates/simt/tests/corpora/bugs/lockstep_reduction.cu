// The last steps of a reduction in one warp, without `__syncwarp`.
// buffer: in i32[32] = 1
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d]; //~ lockstep-race
    }
    if (t == 0) out[0] = s[0];
}
/*~
warning[F0204]: nothing orders two accesses to `s[8]`: thread (8, 0, 0) wrote 2, thread (0, 0, 0) read 2
  --> lockstep_reduction.cu:11:20
   |
11 |         if (t < d) s[t] += s[t + d]; //~ lockstep-race
   |                    ^^^^ 1. wrote 2
   |                            -------- 2. read 2
   |
   = thread: 1. (8, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, d = 8
   = note: it happened 15 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two
*/
