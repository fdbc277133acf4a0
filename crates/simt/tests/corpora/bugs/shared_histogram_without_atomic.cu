// Threads of several warps count in one bin with a plain increment.
// buffer: in i32[128] = i / 8
// buffer: out i32[16] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16) bins[t] = 0;
    __syncthreads();
    bins[in[t] % 2]++; //~ shared-race
    __syncthreads();
    if (t < 16) out[t] = bins[t];
}
/*~
error[F0201]: nothing orders two accesses to `bins[0]`: thread (32, 0, 0) read 0, thread (23, 0, 0) wrote 1
  --> shared_histogram_without_atomic.cu:10:5
   |
10 |     bins[in[t] % 2]++; //~ shared-race
   |     ^^^^^^^^^^^^^^^ 1. read 0
   |     --------------- 2. wrote 1
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (23, 0, 0) of block (0, 0, 0): t = 23
   = note: it happened 2 times
   = help: reading, changing and writing back are three steps, between which other threads come: use an atomic such as `atomicAdd`, or give each thread its own element
*/
