// Rows are written with one stride and read with another.
// buffer: out i32[16] = 0
// launch: k<<<1, (4, 4)>>>(out)
__global__ void k(int* out) {
    __shared__ int s[5 * 4];
    int x = threadIdx.x, y = threadIdx.y;
    s[y * 4 + x] = 1;
    __syncthreads();
    out[y * 4 + x] = s[y * 5 + x]; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `s[16]`, which was never written
 --> uninit_shared_wrong_stride.cu:9:22
  |
9 |     out[y * 4 + x] = s[y * 5 + x]; //~ uninitialised
  |                      ^^^^^^^^^^^^ 1. read here
  |     -------------- 2. stored here
  |
  = thread: 1. (1, 3, 0) of block (0, 0, 0): x = 1, y = 3
  = thread: 2. (1, 3, 0) of block (0, 0, 0): x = 1, y = 3
  = note: it happened 3 times
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
