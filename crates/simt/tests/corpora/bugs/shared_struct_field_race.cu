// Two fields of one element, of which one is shared.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
struct Pair { int mine, both; };
__global__ void k(int* out) {
    __shared__ Pair p[32];
    int t = threadIdx.x;
    p[t % 32].both = t; //~ shared-race
    __syncthreads();
    out[t] = p[t % 32].both * 0;
}
/*~
error[F0201]: nothing orders two accesses to `p[0].both`: thread (0, 0, 0) wrote 0, thread (32, 0, 0) wrote 32
 --> shared_struct_field_race.cu:8:5
  |
8 |     p[t % 32].both = t; //~ shared-race
  |     ^^^^^^^^^^^^^^ 1. wrote 0
  |     -------------- 2. wrote 32
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0): t = 32
  = note: it happened 32 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
