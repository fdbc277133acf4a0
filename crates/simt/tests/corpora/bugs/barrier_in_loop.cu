// A loop with a barrier that threads go round different numbers of times.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    for (int i = 0; i < 1 + threadIdx.x % 2; i++) {
        out[threadIdx.x] += i;
        __syncthreads(); //~ barrier-divergence
    }
}
/*~
error[F0301]: 16 of the warp's 32 threads are at this barrier; the others took another way
 --> barrier_in_loop.cu:7:9
  |
5 |     for (int i = 0; i < 1 + threadIdx.x % 2; i++) {
  |     ----------------------------------------------- 2. thread (0, 0, 0) went another way
6 |         out[threadIdx.x] += i;
7 |         __syncthreads(); //~ barrier-divergence
  |         ^^^^^^^^^^^^^^^ 1. thread (1, 0, 0) is here
  |
  = thread: 1. (1, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): i = 1
  = note: it happened 32 times
  = help: move `__syncthreads()` out of the branch or loop that splits the warp
*/
