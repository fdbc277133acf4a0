// Both halves of a double buffer are the same half.
// buffer: in i32[256] = i
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int half[2][64];
    int t = threadIdx.x, sum = 0;
    half[0][t] = in[t];
    __syncthreads();
    for (int round = 1; round < 4; round++) {
        half[0][t] = in[round * 64 + t]; //~ shared-race
        sum += half[0][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
/*~
error[F0201]: nothing orders two accesses to `half[0][63]`: thread (63, 0, 0) wrote 127, thread (0, 0, 0) read 127
  --> shared_double_buffer_wrong_half.cu:11:9
   |
11 |         half[0][t] = in[round * 64 + t]; //~ shared-race
   |         ^^^^^^^^^^ 1. wrote 127
12 |         sum += half[0][63 - t];
   |                --------------- 2. read 127
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, sum = 0
   = note: it happened 192 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
