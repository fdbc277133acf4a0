// The barrier after the use is missing: the next round overwrites what others still read.
// buffer: in i32[256] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int round = 0; round < 4; round++) {
        tile[t] = in[round * 64 + t]; //~ shared-race
        __syncthreads();
        sum += tile[63 - t];
    }
    out[t] = sum;
}
/*~
error[F0201]: nothing orders two accesses to `tile[0]`: thread (63, 0, 0) read 0, thread (0, 0, 0) wrote 64
  --> shared_overwrite_without_barrier.cu:11:16
   |
 9 |         tile[t] = in[round * 64 + t]; //~ shared-race
   |         ------- 2. wrote 64
10 |         __syncthreads();
11 |         sum += tile[63 - t];
   |                ^^^^^^^^^^^^ 1. read 0
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, round = 1
   = note: it happened 192 times
   = help: the access of line 9 is the next round's: threads that are done with a round go on to it while others are still at line 11; put a second barrier, `__syncthreads()`, at the loop's end
*/
