// One side of the branch waits for the other, which meets nobody.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out, 0)
__global__ void k(int* out, int meets) {
    int t = threadIdx.x;
    if (t < 16) {
        out[t] = 1;
        __syncwarp(); //~ bad-lane
    } else {
        if (meets) __syncwarp();
        out[t] = 2;
    }
}
/*~
error[F0401]: the mask names lane 16, which does not reach this instruction with the others
 --> apart_one_side_never_meets.cu:8:9
  |
6 |     if (t < 16) {
  |     ------------- 2. lane 16 went another way
7 |         out[t] = 1;
8 |         __syncwarp(); //~ bad-lane
  |         ^^^^^^^^^^^^ 1. executed here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
  = note: it happened 16 times
  = help: compute the mask before the branch, or move the instruction out of it
*/
