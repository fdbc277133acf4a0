// Two arrays cut from dynamic shared memory overlap by half.
// buffer: out i32[64] = 0
// launch: k<<<1, 64, 512>>>(out)
__global__ void k(int* out) {
    extern __shared__ int pool[];
    int* a = pool;
    int* b = pool + 32;
    int t = threadIdx.x;
    a[t] = t;
    b[t] = 2 * t; //~ shared-race
    __syncthreads();
    out[t] = (a[t] + b[t]) * 0;
}
/*~
error[F0201]: nothing orders two accesses to `pool[32]`: thread (32, 0, 0) wrote 32, thread (0, 0, 0) wrote 0
  --> shared_dynamic_overlap.cu:9:5
   |
 9 |     a[t] = t;
   |     ^^^^ 1. wrote 32
10 |     b[t] = 2 * t; //~ shared-race
   |     ---- 2. wrote 0
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): b = pool + 32, t = 0
   = note: it happened 32 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
