// The mask has the lanes that are there, and the tree of additions still reads beyond them.
// buffer: in i32[20] = i
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(in, out, 20)
__global__ void k(const int* in, int* out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    unsigned mask = __activemask();
    int sum = in[t];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(mask, sum, d); //~ bad-lane
    if (t == 0) out[0] = sum;
}
/*~
error[F0401]: lane 4 reads from lane 20, which does not take part
  --> mask_tail_reaches_the_sum.cu:10:44
   |
10 |     for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(mask, sum, d); //~ bad-lane
   |                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. read here
11 |     if (t == 0) out[0] = sum;
   |                 ------ 2. stored here
   |
   = thread: 1. (4, 0, 0) of block (0, 0, 0): mask = 1048575, sum = 4, d = 16
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0, sum = 190
   = help: every lane that is read from must be in the mask and execute the same shuffle
*/
