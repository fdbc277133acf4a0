// Blocks count in common bins.
// buffer: in i32[256] = i
// buffer: bins i32[256] = 0
// launch: k<<<2, 128>>>(in, bins)
__global__ void k(const int* in, int* bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bins[in[i] % 128]++; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `bins[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 1, thread (0, 0, 0) of block (1, 0, 0) read 1
 --> global_histogram_without_atomic.cu:7:5
  |
7 |     bins[in[i] % 128]++; //~ global-race
  |     ^^^^^^^^^^^^^^^^^ 1. wrote 1
  |     ----------------- 2. read 1
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 128
  = note: it happened 256 times
  = help: reading, changing and writing back are three steps, between which other threads come: use an atomic such as `atomicAdd`, or give each thread its own element
*/
