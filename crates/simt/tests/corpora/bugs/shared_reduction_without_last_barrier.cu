// The barrier stands at the head of the loop: the last sum is read without one.
// buffer: in i32[128] = i
// buffer: out i32[128] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    out[t] = s[0]; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `s[0]`: thread (0, 0, 0) wrote 8128, thread (32, 0, 0) read 8128
  --> shared_reduction_without_last_barrier.cu:11:20
   |
11 |         if (t < d) s[t] += s[t + d];
   |                    ^^^^ 1. wrote 8128
12 |     }
13 |     out[t] = s[0]; //~ shared-race
   |              ---- 2. read 8128
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (32, 0, 0) of block (0, 0, 0): t = 32
   = note: it happened 6 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
