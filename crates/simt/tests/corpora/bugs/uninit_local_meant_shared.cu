// A tile that lacks `__shared__`: each thread has its own, and reads what it has not written.
// buffer: x f32[32] = i
// buffer: o f32[32] = 0
// launch: k<<<1, 32>>>(o, x)
__global__ void k(float *o, const float *x) {
    float tile[32];
    int t = threadIdx.x;
    tile[t] = x[t];
    __syncthreads();
    o[t] = tile[31 - t]; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `tile[31]`, which was never written
  --> uninit_local_meant_shared.cu:10:12
   |
10 |     o[t] = tile[31 - t]; //~ uninitialised
   |            ^^^^^^^^^^^^ 1. read here
   |     ---- 2. stored here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0): t = 0
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 32 times
   = help: each thread has its own `tile`, and this thread has not written there: if the block is to share it, write `__shared__` before its type
*/
