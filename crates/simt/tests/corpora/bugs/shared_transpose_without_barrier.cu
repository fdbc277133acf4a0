// The tile is read by columns while other warps still write its rows.
// buffer: in f32[256] = i
// buffer: out f32[256] = 0
// launch: k<<<1, (16, 16)>>>(in, out)
__global__ void k(const float* in, float* out) {
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 16 + x];
    out[y * 16 + x] = tile[x][y]; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `tile[2][0]`: thread (0, 2, 0) wrote 32.0, thread (2, 0, 0) read 32.0
 --> shared_transpose_without_barrier.cu:8:5
  |
8 |     tile[y][x] = in[y * 16 + x];
  |     ^^^^^^^^^^ 1. wrote 32.0
9 |     out[y * 16 + x] = tile[x][y]; //~ shared-race
  |                       ---------- 2. read 32.0
  |
  = thread: 1. (0, 2, 0) of block (0, 0, 0)
  = thread: 2. (2, 0, 0) of block (0, 0, 0): x = 2, y = 0
  = note: it happened 224 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
