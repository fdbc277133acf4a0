// The tile is smaller than the block.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
    __shared__ int s[32];
    s[threadIdx.x] = 1; //~ out-of-bounds
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x % 32];
}
/*~
error[F0101]: out-of-bounds shared write of 4 bytes: `s` has 32 elements; index 32 is 1 past the end
 --> bounds_shared_static.cu:6:5
  |
6 |     s[threadIdx.x] = 1; //~ out-of-bounds
  |     ^^^^^^^^^^^^^^ write here
  |
  = thread: (32, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: each block has an array of the size that the declaration says: keep the index below it, or make the array larger
*/
