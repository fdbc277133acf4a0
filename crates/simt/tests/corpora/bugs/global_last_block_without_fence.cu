// The last block adds up the blocks' results, which no fence has made visible.
// buffer: in i32[256] = 1
// buffer: part i32[4] = 0
// buffer: out i32[1] = 0
// launch: k<<<4, 64>>>(in, part, out)
__device__ unsigned int ticket = 0;
__global__ void k(const int* in, int* part, int* out) {
    __shared__ bool last;
    int t = threadIdx.x;
    int v = __syncthreads_count(in[blockIdx.x * 64 + t] == 1);
    if (t == 0) {
        part[blockIdx.x] = v;
        last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int b = 0; b < 4; b++) sum += part[b]; //~ global-race
        out[0] = sum;
    }
}
/*~
error[F0203]: nothing orders two accesses to `part[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 64, thread (0, 0, 0) of block (3, 0, 0) read 64
  --> global_last_block_without_fence.cu:12:9
   |
12 |         part[blockIdx.x] = v;
   |         ^^^^^^^^^^^^^^^^ 1. wrote 64
...
18 |         for (int b = 0; b < 4; b++) sum += part[b]; //~ global-race
   |                                            ------- 2. read 64
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (3, 0, 0): sum = 0, b = 0
   = note: it happened 3 times
   = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
