// The first warp only arrives: it does not wait for what the second one stores.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 32) asm volatile("bar.arrive 1, 64;" ::: "memory");
    else asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `s[63]`: thread (63, 0, 0) wrote 63, thread (0, 0, 0) read 63
 --> shared_who_arrives_knows_nothing.cu:6:5
  |
6 |     s[threadIdx.x] = threadIdx.x;
  |     ^^^^^^^^^^^^^^ 1. wrote 63
...
9 |     out[threadIdx.x] = s[63 - threadIdx.x]; //~ shared-race
  |                        ------------------- 2. read 63
  |
  = thread: 1. (63, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
