// All lanes of a warp write their number to one element.
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    out[0] = threadIdx.x; //~ write-conflict
}
/*~
error[F0202]: threads (0, 0, 0) and (1, 0, 0) write different values to `out[0]` in one instruction
 --> conflict_global_one_store.cu:5:5
  |
5 |     out[0] = threadIdx.x; //~ write-conflict
  |     ^^^^^^ 1. one write
  |     ------ 2. the other write
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (1, 0, 0) of block (0, 0, 0)
  = help: which value stays is not defined: give each thread its own element, or use an atomic
*/
