// A counter that others move is read plainly.
// buffer: next i32[1] = 0
// buffer: out i32[128] = 0
// launch: k<<<2, 64>>>(next, out)
__global__ void k(int* next, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (*next < 1000) atomicAdd(next, 1); //~ global-race
    out[i] = 1;
}
/*~
error[F0203]: nothing orders two accesses to `next[0]`: thread (32, 0, 0) read 0, thread (0, 0, 0) changed it by an atomic
 --> global_counter_plain_read.cu:7:9
  |
7 |     if (*next < 1000) atomicAdd(next, 1); //~ global-race
  |         ^^^^^ 1. read 0
  |                       ------------------ 2. changed it by an atomic
  |
  = thread: 1. (32, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = note: it happened 12 times
  = help: two threads come to this element: if each was to have its own, look at the index; if one hands it to the other, put `__syncthreads()` between the two, where every thread of the block reaches it
*/
