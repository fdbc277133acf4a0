// What atomics made of a value in between is not what the earlier thread wrote.
// buffer: out i32[256] = 0
// launch: k<<<1, 256>>>(out)
__global__ void k(int* out) {
    __shared__ int tickets;
    if (threadIdx.x == 0) tickets = 0;
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        int mine = atomicAdd(&tickets, 1);
        if (mine >= 4) tickets = 4; //~ shared-race
    }
    __syncthreads();
    out[threadIdx.x] = 1;
}
/*~
error[F0201]: nothing orders two accesses to `tickets`: thread (32, 0, 0) changed it by an atomic, thread (4, 0, 0) wrote 4
  --> atomics_between_writes.cu:9:20
   |
 9 |         int mine = atomicAdd(&tickets, 1);
   |                    ^^^^^^^^^^^^^^^^^^^^^^ 1. changed it by an atomic
10 |         if (mine >= 4) tickets = 4; //~ shared-race
   |                        ------- 2. wrote 4
   |
   = thread: 1. (32, 0, 0) of block (0, 0, 0)
   = thread: 2. (4, 0, 0) of block (0, 0, 0): mine = 4
   = note: it happened 33 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it

error[F0201]: nothing orders two accesses to `tickets`: thread (224, 0, 0) wrote it, thread (0, 0, 0) wrote 4
  --> atomics_between_writes.cu:10:24
   |
10 |         if (mine >= 4) tickets = 4; //~ shared-race
   |                        ^^^^^^^ 1. wrote it
   |                        ------- 2. wrote 4
   |
   = thread: 1. (224, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): mine = 4
   = note: it happened 2 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
