// All threads write, and the first takes the ticket without waiting for the others.
// buffer: part i32[256] = 0
// buffer: out i32[1] = 0
// launch: k<<<4, 64>>>(part, out)
__device__ unsigned int ticket = 0;
__global__ void k(int* part, int* out) {
    __shared__ bool last;
    int t = threadIdx.x;
    part[blockIdx.x * 64 + t] = 1;
    __threadfence();
    if (t == 0) last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last) atomicAdd(out, part[(blockIdx.x + 1) % 4 * 64 + t] * 0); //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `part[1]`: thread (1, 0, 0) of block (0, 0, 0) wrote 1, thread (1, 0, 0) of block (3, 0, 0) read 1
  --> global_last_block_without_barrier.cu:9:5
   |
 9 |     part[blockIdx.x * 64 + t] = 1;
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^ 1. wrote 1
...
13 |     if (last) atomicAdd(out, part[(blockIdx.x + 1) % 4 * 64 + t] * 0); //~ global-race
   |                              ----------------------------------- 2. read 1
   |
   = thread: 1. (1, 0, 0) of block (0, 0, 0)
   = thread: 2. (1, 0, 0) of block (3, 0, 0): t = 1
   = note: it happened 63 times
   = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
