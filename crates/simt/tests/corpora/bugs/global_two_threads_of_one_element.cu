// Rows are 32 long and handled by 64 threads: two threads have each element of the second row.
// buffer: x f32[128] = i
// launch: half<<<1, (32, 2)>>>(x, 16)
__global__ void half(float *x, int dim) {
    int t = threadIdx.x + dim * threadIdx.y;
    x[t] = x[t] * 0.5f; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `x[16]`: thread (0, 1, 0) read 16.0, thread (16, 0, 0) wrote 8.0
 --> global_two_threads_of_one_element.cu:6:12
  |
6 |     x[t] = x[t] * 0.5f; //~ global-race
  |            ^^^^ 1. read 16.0
  |     ---- 2. wrote 8.0
  |
  = thread: 1. (0, 1, 0) of block (0, 0, 0)
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
  = note: it happened 16 times
  = help: two threads come to this element: if each was to have its own, look at the index; if one hands it to the other, put `__syncthreads()` between the two, where every thread of the block reaches it
*/
