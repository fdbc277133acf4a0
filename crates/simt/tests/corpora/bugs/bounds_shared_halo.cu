// A tile without room for the halo.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    out[t] = s[t + 1]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds shared read of 4 bytes: `s` has 32 elements; index 32 is 1 past the end
 --> bounds_shared_halo.cu:9:14
  |
9 |     out[t] = s[t + 1]; //~ out-of-bounds
  |              ^^^^^^^^ read here
  |
  = thread: (31, 0, 0) of block (0, 0, 0): t = 31
  = help: each block has an array of the size that the declaration says: keep the index below it, or make the array larger
*/
