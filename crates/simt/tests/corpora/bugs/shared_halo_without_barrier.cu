// The neighbours' elements of a stencil are read at once.
// buffer: in f32[128] = i
// buffer: out f32[128] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const float* in, float* out) {
    __shared__ float s[130];
    int t = threadIdx.x;
    s[t + 1] = in[t];
    if (t == 0) s[0] = in[0];
    if (t == 127) s[129] = in[127];
    out[t] = s[t] + s[t + 2]; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `s[32]`: thread (31, 0, 0) wrote 31.0, thread (32, 0, 0) read 31.0
  --> shared_halo_without_barrier.cu:8:5
   |
 8 |     s[t + 1] = in[t];
   |     ^^^^^^^^ 1. wrote 31.0
...
11 |     out[t] = s[t] + s[t + 2]; //~ shared-race
   |              ---- 2. read 31.0
   |
   = thread: 1. (31, 0, 0) of block (0, 0, 0)
   = thread: 2. (32, 0, 0) of block (0, 0, 0): t = 32
   = note: it happened 3 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it

error[F0201]: nothing orders two accesses to `s[33]`: thread (32, 0, 0) wrote 32.0, thread (31, 0, 0) read 32.0
  --> shared_halo_without_barrier.cu:8:5
   |
 8 |     s[t + 1] = in[t];
   |     ^^^^^^^^ 1. wrote 32.0
...
11 |     out[t] = s[t] + s[t + 2]; //~ shared-race
   |                     -------- 2. read 32.0
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (31, 0, 0) of block (0, 0, 0): t = 31
   = note: it happened 3 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
