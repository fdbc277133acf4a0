// A stencil that writes into its input.
// buffer: a f32[256] = i
// launch: k<<<2, 128>>>(a)
__global__ void k(float* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < 255) a[i] = (a[i - 1] + a[i + 1]) / 2; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `a[31]`: thread (32, 0, 0) read 31.0, thread (31, 0, 0) wrote 31.0
 --> global_stencil_in_place.cu:6:35
  |
6 |     if (i > 0 && i < 255) a[i] = (a[i - 1] + a[i + 1]) / 2; //~ global-race
  |                                   ^^^^^^^^ 1. read 31.0
  |                           ---- 2. wrote 31.0
  |
  = thread: 1. (32, 0, 0) of block (0, 0, 0)
  = thread: 2. (31, 0, 0) of block (0, 0, 0): i = 31
  = note: it happened 7 times
  = help: two threads come to this element: if each was to have its own, look at the index; if one hands it to the other, put `__syncthreads()` between the two, where every thread of the block reaches it

error[F0203]: nothing orders two accesses to `a[32]`: thread (31, 0, 0) read 32.0, thread (32, 0, 0) wrote 32.0
 --> global_stencil_in_place.cu:6:46
  |
6 |     if (i > 0 && i < 255) a[i] = (a[i - 1] + a[i + 1]) / 2; //~ global-race
  |                                              ^^^^^^^^ 1. read 32.0
  |                           ---- 2. wrote 32.0
  |
  = thread: 1. (31, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0): i = 32
  = note: it happened 7 times
  = help: two threads come to this element: if each was to have its own, look at the index; if one hands it to the other, put `__syncthreads()` between the two, where every thread of the block reaches it
*/
