// One side has a `__syncwarp` more than the other, which is past the branch by then.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t < 16) {
        __syncwarp();
        out[t] = 1;
        __syncwarp(); //~ bad-lane
    } else {
        out[t] = 2;
        __syncwarp();
    }
    __syncwarp();
    out[t] += 1;
}
/*~
error[F0401]: the mask names lane 16, which does not reach this instruction with the others
 --> apart_one_more_than_the_other.cu:9:9
  |
6 |     if (t < 16) {
  |     ------------- 2. lane 16 went another way
...
9 |         __syncwarp(); //~ bad-lane
  |         ^^^^^^^^^^^^ 1. executed here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
  = note: it happened 16 times
  = help: compute the mask before the branch, or move the instruction out of it
*/
