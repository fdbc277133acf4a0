// Two warps wait at two different barriers.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    if (threadIdx.x < 32) {
        out[threadIdx.x] = 1;
        __syncthreads(); //~ barrier-divergence
    } else {
        __syncthreads();
        out[threadIdx.x] = 2;
    }
}
/*~
error[F0301]: threads of one block wait at two different barriers
 --> barrier_two_sides.cu:7:9
  |
7 |         __syncthreads(); //~ barrier-divergence
  |         ^^^^^^^^^^^^^^^ 1. thread (0, 0, 0) waits here
8 |     } else {
9 |         __syncthreads();
  |         --------------- 2. thread (32, 0, 0) waits here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = help: let all threads of the block take the same way to one `__syncthreads()`
*/
