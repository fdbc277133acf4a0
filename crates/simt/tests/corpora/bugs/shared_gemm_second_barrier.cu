// A tiled product without the barrier after the inner loop; rows of `sa` stay within a warp.
// buffer: a f32[1024] = 1
// buffer: b f32[1024] = 1
// buffer: c f32[1024] = 0
// launch: k<<<(2, 2), (16, 16)>>>(a, b, c)
__global__ void k(const float* a, const float* b, float* c) {
    __shared__ float sa[16][16], sb[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k0 = 0; k0 < 32; k0 += 16) {
        sa[y][x] = a[row * 32 + k0 + x]; //~ lockstep-race
        sb[y][x] = b[(k0 + y) * 32 + col]; //~ shared-race
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += sa[y][k] * sb[k][x];
    }
    c[row * 32 + col] = sum;
}
/*~
warning[F0204]: nothing orders two accesses to `sa[0][0]`: thread (15, 0, 0) read 1.0, thread (0, 0, 0) wrote 1.0
  --> shared_gemm_second_barrier.cu:15:45
   |
12 |         sa[y][x] = a[row * 32 + k0 + x]; //~ lockstep-race
   |         -------- 2. wrote 1.0
...
15 |         for (int k = 0; k < 16; k++) sum += sa[y][k] * sb[k][x];
   |                                             ^^^^^^^^ 1. read 1.0
   |
   = thread: 1. (15, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): x = 0, y = 0, row = 0, k0 = 16
   = note: it happened 1024 times
   = help: the access of line 12 is the next round's: lanes that are done with a round go on to it while others are still at line 15; put a second barrier, `__syncwarp()`, at the loop's end

error[F0201]: nothing orders two accesses to `sb[0][0]`: thread (0, 2, 0) read 1.0, thread (0, 0, 0) wrote 1.0
  --> shared_gemm_second_barrier.cu:15:56
   |
13 |         sb[y][x] = b[(k0 + y) * 32 + col]; //~ shared-race
   |         -------- 2. wrote 1.0
14 |         __syncthreads();
15 |         for (int k = 0; k < 16; k++) sum += sa[y][k] * sb[k][x];
   |                                                        ^^^^^^^^ 1. read 1.0
   |
   = thread: 1. (0, 2, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): x = 0, y = 0, col = 0, k0 = 16
   = note: it happened 1024 times
   = help: the access of line 13 is the next round's: threads that are done with a round go on to it while others are still at line 15; put a second barrier, `__syncthreads()`, at the loop's end
*/
