// A shared stack whose top is moved without an atomic.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int top;
    __shared__ int items[64];
    int t = threadIdx.x;
    if (t == 0) top = 0;
    items[t] = 0;
    __syncthreads();
    int at = top; //~ shared-race
    top = at + 1; //~ shared-race
    items[at % 64] = 0;
    __syncthreads();
    out[t] = items[t];
}
/*~
error[F0201]: nothing orders two accesses to `top`: thread (32, 0, 0) read 0, thread (0, 0, 0) wrote 1
  --> shared_stack_pointer_race.cu:11:14
   |
11 |     int at = top; //~ shared-race
   |              ^^^ 1. read 0
12 |     top = at + 1; //~ shared-race
   |     --- 2. wrote 1
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): at = 0
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
