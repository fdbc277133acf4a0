// Half of the threads would do: each pair is swapped twice.
// buffer: a i32[256] = i
// launch: k<<<2, 128>>>(a)
__global__ void k(int* a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = a[255 - i];
    a[i] = v; //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `a[127]`: thread (127, 0, 0) of block (0, 0, 0) wrote 128, thread (0, 0, 0) of block (1, 0, 0) read 128
 --> global_reverse_in_place.cu:7:5
  |
6 |     int v = a[255 - i];
  |             ---------- 2. read 128
7 |     a[i] = v; //~ global-race
  |     ^^^^ 1. wrote 128
  |
  = thread: 1. (127, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): i = 128
  = note: it happened 256 times
  = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
