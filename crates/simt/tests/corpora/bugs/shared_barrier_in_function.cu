// The function that should wait does not.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__device__ void put(int* s, int i, int v) { s[i] = v; } //~ shared-race
__device__ int get(const int* s, int i) { return s[i]; } //~ shared-race
__global__ void k(int* out) {
    __shared__ int s[64];
    put(s, threadIdx.x, 1);
    out[threadIdx.x] = get(s, 63 - threadIdx.x);
}
/*~
error[F0201]: nothing orders two accesses to `s[63]`: thread (63, 0, 0) wrote 1, thread (0, 0, 0) read 1
 --> shared_barrier_in_function.cu:4:45
  |
4 | __device__ void put(int* s, int i, int v) { s[i] = v; } //~ shared-race
  |                                             ^^^^ 1. wrote 1
5 | __device__ int get(const int* s, int i) { return s[i]; } //~ shared-race
  |                                                  ---- 2. read 1
  |
  = thread: 1. (63, 0, 0) of block (0, 0, 0)
  = called: 1. by `k` at shared_barrier_in_function.cu:8:5
  = thread: 2. (0, 0, 0) of block (0, 0, 0): i = 63
  = called: 2. by `k` at shared_barrier_in_function.cu:9:24
  = note: it happened 64 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
