// The launch gives half of the shared memory that the kernel uses.
// buffer: out i32[64] = 0
// launch: k<<<1, 64, 128>>>(out)
__global__ void k(int* out) {
    extern __shared__ int s[];
    s[threadIdx.x] = 1; //~ out-of-bounds
    __syncthreads();
    out[threadIdx.x] = 1;
}
/*~
error[F0101]: out-of-bounds shared write of 4 bytes: `s` has 32 elements; index 32 is 1 past the end
 --> bounds_shared_dynamic.cu:6:5
  |
6 |     s[threadIdx.x] = 1; //~ out-of-bounds
  |     ^^^^^^^^^^^^^^ write here
  |
  = thread: (32, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: dynamic shared memory is as large as the launch's third argument says, in bytes: keep the index below it, or ask for more
*/
