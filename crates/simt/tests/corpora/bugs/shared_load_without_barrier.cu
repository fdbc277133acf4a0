// The tile is read before all of it is there.
// buffer: in i32[128] = i
// buffer: out i32[128] = 0
// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ int tile[128];
    int t = threadIdx.x;
    tile[t] = in[t];
    out[t] = tile[127 - t]; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `tile[127]`: thread (127, 0, 0) wrote 127, thread (0, 0, 0) read 127
 --> shared_load_without_barrier.cu:8:5
  |
8 |     tile[t] = in[t];
  |     ^^^^^^^ 1. wrote 127
9 |     out[t] = tile[127 - t]; //~ shared-race
  |              ------------- 2. read 127
  |
  = thread: 1. (127, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
  = note: it happened 128 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
