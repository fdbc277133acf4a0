// A block reads what the block before it wrote in the same kernel.
// buffer: part i32[8] = 0
// buffer: out i32[8] = 0
// launch: k<<<8, 32>>>(part, out)
__global__ void k(int* part, int* out) {
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        part[b] = b;
        out[b] = b > 0 ? part[b - 1] * 0 : 0; //~ global-race
    }
}
/*~
error[F0203]: nothing orders two accesses to `part[0]`: thread (0, 0, 0) of block (0, 0, 0) wrote 0, thread (0, 0, 0) of block (1, 0, 0) read 0
 --> global_neighbour_block.cu:8:9
  |
8 |         part[b] = b;
  |         ^^^^^^^ 1. wrote 0
9 |         out[b] = b > 0 ? part[b - 1] * 0 : 0; //~ global-race
  |                          ----------- 2. read 0
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): b = 1
  = note: it happened 7 times
  = help: blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it
*/
