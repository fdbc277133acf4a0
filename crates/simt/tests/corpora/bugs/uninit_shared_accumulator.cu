// A shared sum that nobody cleared.
// buffer: in i32[64] = 1
// buffer: out i32[1] = 0
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int sum;
    atomicAdd(&sum, in[threadIdx.x]); //~ uninitialised
    __syncthreads();
    if (threadIdx.x == 0) out[0] = sum;
}
/*~
error[F0105]: atomic of `sum`, which was never written
 --> uninit_shared_accumulator.cu:7:5
  |
7 |     atomicAdd(&sum, in[threadIdx.x]); //~ uninitialised
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ read here
  |
  = thread: (0, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
