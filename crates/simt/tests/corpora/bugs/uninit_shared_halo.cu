// The halo's last element is not loaded.
// buffer: in f32[64] = i
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
    __shared__ float s[66];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    if (t == 0) s[0] = 0;
    __syncthreads();
    out[t] = s[t] + s[t + 2]; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `s[65]`, which was never written
  --> uninit_shared_halo.cu:11:21
   |
11 |     out[t] = s[t] + s[t + 2]; //~ uninitialised
   |                     ^^^^^^^^ 1. read here
   |     ------ 2. stored here
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0): t = 63
   = thread: 2. (63, 0, 0) of block (0, 0, 0): t = 63
   = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
