// A tile is filled for half of the block and read by all.
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(float* out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    if (t < 32) s[t] = t;
    __syncthreads();
    if (s[t] > 3.0f) out[t] = 1; //~ uninitialised
}
/*~
error[F0105]: which way the thread goes depends on `s[32]`, which was never written
 --> uninit_shared_tail.cu:9:9
  |
9 |     if (s[t] > 3.0f) out[t] = 1; //~ uninitialised
  |         ^^^^ 1. read here
  |     ---------------------------- 2. decides here
  |
  = thread: 1. (32, 0, 0) of block (0, 0, 0): t = 32
  = thread: 2. (32, 0, 0) of block (0, 0, 0): t = 32
  = note: it happened 32 times
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
