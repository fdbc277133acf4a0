// The last column of a tile is never filled. Rows beyond the matrix read it too, but do not store: the one named is a cell of a thread that does.
// buffer: a f32[192] = 1
// buffer: c f32[12] = 0
// launch: k<<<1, (1, 16)>>>(a, c, 12)
__global__ void k(const float *a, float *c, int rows) {
    __shared__ float tile[16][17];
    int y = 15 - threadIdx.y;
    for (int j = 0; j < 16; j++) tile[y][j] = y < rows ? a[y * 16 + j] : 0;
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 17; j++) sum += tile[y][j]; //~ uninitialised
    if (y < rows) c[y] = sum;
}
/*~
error[F0105]: what is stored depends on `tile[11][16]`, which was never written
  --> uninit_cell_of_the_storing_thread.cu:11:41
   |
11 |     for (int j = 0; j < 17; j++) sum += tile[y][j]; //~ uninitialised
   |                                         ^^^^^^^^^^ 1. read here
12 |     if (y < rows) c[y] = sum;
   |                   ---- 2. stored here
   |
   = thread: 1. (0, 4, 0) of block (0, 0, 0)
   = thread: 2. (0, 4, 0) of block (0, 0, 0): rows = 12, y = 11, sum = -431602050.0
   = note: it happened 12 times
   = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
