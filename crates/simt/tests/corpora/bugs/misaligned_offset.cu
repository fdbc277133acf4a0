// The pointer starts one byte late.
// buffer: a i32[8] = 1
// launch: k<<<1, 4>>>(a)
__global__ void k(int* a) {
    int* b = (int*)((char*)a + 1);
    b[threadIdx.x] = 1; //~ misaligned
}
/*~
error[F0104]: misaligned global write of 4 bytes: the address in `a` is 1 byte past a multiple of 4
 --> misaligned_offset.cu:6:5
  |
6 |     b[threadIdx.x] = 1; //~ misaligned
  |     ^^^^^^^^^^^^^^ write here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): b = a + 1 bytes
  = note: it happened 4 times
  = help: an access needs an address that is a multiple of its size: one of smaller elements, cast to a larger type, need not be
*/
