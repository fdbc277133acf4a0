// Arrays of rows: a row too many in shared memory, one before the first in a variable, a vector over the end of a local one.
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(out, 0)
__device__ float table[4][8];
__global__ void k(float* out, int zero) {
    __shared__ float tile[4][16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    tile[y + 1][x] = x; //~ out-of-bounds
    __syncthreads();
    float s = table[zero - 1][3]; //~ out-of-bounds
    alignas(16) float v[2][3] = {{1, 2, 3}, {4, 5, 6}};
    float4 four = *reinterpret_cast<float4*>(&v[zero + 1][1]); //~ out-of-bounds
    if (y > 0) s += tile[y][x];
    out[threadIdx.x] = s + four.x;
}
/*~
error[F0101]: out-of-bounds shared write of 4 bytes: `tile` has 4 × 16 elements; this is `tile[4][0]`, 1 past the end
 --> bounds_rows.cu:8:5
  |
8 |     tile[y + 1][x] = x; //~ out-of-bounds
  |     ^^^^^^^^^^^^^^ write here
  |
  = thread: (48, 0, 0) of block (0, 0, 0): x = 0, y = 3
  = note: it happened 16 times
  = help: each block has an array of the size that the declaration says: keep the index below it, or make the array larger

error[F0101]: out-of-bounds global read of 4 bytes: `table` has 4 × 8 elements; this is 5 before the start
  --> bounds_rows.cu:10:15
   |
10 |     float s = table[zero - 1][3]; //~ out-of-bounds
   |               ^^^^^^^^^^^^^^^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): zero = 0
   = note: it happened 64 times
   = help: test the index before the access, as in `if (i >= 0)`

error[F0101]: out-of-bounds local read of 16 bytes: `v` has 2 × 3 elements; from `v[1][1]` on it reaches 2 past the end
  --> bounds_rows.cu:12:19
   |
12 |     float4 four = *reinterpret_cast<float4*>(&v[zero + 1][1]); //~ out-of-bounds
   |                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): zero = 0
   = note: it happened 64 times
   = help: the array has the size that its declaration says: keep the index below it, or make the array larger
*/
