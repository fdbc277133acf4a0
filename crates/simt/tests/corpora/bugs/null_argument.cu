// The launch gives no pointer.
// launch: k<<<1, 1>>>(null)
__global__ void k(int* a) {
    a[0] = 1; //~ null-pointer
}
/*~
error[F0102]: write of 4 bytes through `a`, which is null
 --> null_argument.cu:4:5
  |
4 |     a[0] = 1; //~ null-pointer
  |     ^^^^ write here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): a = null
  = help: give it an address before it is used; a pointer parameter gets one from the launch
*/
