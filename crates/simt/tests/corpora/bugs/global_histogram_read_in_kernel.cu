// Bins are read while other blocks still add to them.
// buffer: in i32[256] = i
// buffer: bins i32[16] = 0
// buffer: out i32[256] = 0
// launch: k<<<2, 128>>>(in, bins, out)
__global__ void k(const int* in, int* bins, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[in[i] % 16], 1);
    __syncthreads();
    out[i] = bins[in[i] % 16] * 0; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `bins[0]`: thread (32, 0, 0) of block (0, 0, 0) read it, thread (0, 0, 0) of block (1, 0, 0) changed it by an atomic
  --> global_histogram_read_in_kernel.cu:10:14
   |
 8 |     atomicAdd(&bins[in[i] % 16], 1);
   |     ------------------------------- 2. changed it by an atomic
 9 |     __syncthreads();
10 |     out[i] = bins[in[i] % 16] * 0; //~ global-race
   |              ^^^^^^^^^^^^^^^^ 1. read it
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 128
   = note: it happened 144 times
   = help: blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`
*/
