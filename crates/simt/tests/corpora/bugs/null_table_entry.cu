// A pointer of the file that nobody set.
// buffer: out i32[1] = 0
// launch: k<<<1, 1>>>(out)
__device__ int* where;
__global__ void k(int* out) {
    out[0] = where[3]; //~ null-pointer
}
/*~
error[F0102]: read of 4 bytes through a null pointer, 12 bytes from it
 --> null_table_entry.cu:6:14
  |
6 |     out[0] = where[3]; //~ null-pointer
  |              ^^^^^^^^ read here
  |
  = thread: (0, 0, 0) of block (0, 0, 0)
  = help: give it an address before it is used; a pointer parameter gets one from the launch
*/
