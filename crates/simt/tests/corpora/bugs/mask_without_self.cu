// The lane is not in its own mask.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    out[threadIdx.x] = __any_sync(0x7fffffff, threadIdx.x == 3); //~ bad-lane
}
/*~
error[F0401]: lane 31 executes this, but its mask leaves it out
 --> mask_without_self.cu:5:24
  |
5 |     out[threadIdx.x] = __any_sync(0x7fffffff, threadIdx.x == 3); //~ bad-lane
  |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ executed here
  |
  = thread: (31, 0, 0) of block (0, 0, 0)
  = help: the mask must name every lane that gets here
*/
