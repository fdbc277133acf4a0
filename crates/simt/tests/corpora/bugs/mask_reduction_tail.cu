// A reduction by shuffles in a warp of which the tail has gone another way.
// buffer: in i32[20] = 1
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(in, out, 20)
__global__ void k(const int* in, int* out, int n) {
    int t = threadIdx.x;
    if (t < n) {
        int v = in[t];
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d); //~ bad-lane
        if (t == 0) out[0] = v;
    }
}
/*~
error[F0401]: the mask names lane 20, which does not reach this instruction with the others
 --> mask_reduction_tail.cu:9:46
  |
7 |     if (t < n) {
  |     ------------ 2. lane 20 went another way
8 |         int v = in[t];
9 |         for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d); //~ bad-lane
  |                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. executed here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): v = 1, d = 16
  = thread: 2. (20, 0, 0) of block (0, 0, 0): n = 20, t = 20
  = note: it happened 61 times
  = help: compute the mask before the branch, or move the instruction out of it
*/
