// Both sides wait, and each for other lanes than the other side thinks.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t < 16) {
        __syncwarp(0xffffffff); //~ bad-lane
        out[t] = 1;
    } else {
        __syncwarp(0xffff00ff);
        out[t] = 2;
    }
}
/*~
error[F0401]: the mask names lane 16, which does not reach this instruction with the others
 --> apart_masks_differ.cu:7:9
  |
6 |     if (t < 16) {
  |     ------------- 2. lane 16 went another way
7 |         __syncwarp(0xffffffff); //~ bad-lane
  |         ^^^^^^^^^^^^^^^^^^^^^^ 1. executed here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
  = note: it happened 16 times
  = help: compute the mask before the branch, or move the instruction out of it
*/
