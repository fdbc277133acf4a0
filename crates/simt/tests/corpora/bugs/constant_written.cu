// A kernel cannot write constant memory.
// buffer: out i32[1] = 0
// launch: k<<<1, 1>>>(out)
__constant__ int table[4];
__global__ void k(int* out) {
    int* t = (int*)table;
    t[1] = 5; //~ write-to-constant
    out[0] = 1;
}
/*~
error[F0106]: write of 4 bytes to `table`, which is `__constant__`
 --> constant_written.cu:7:5
  |
7 |     t[1] = 5; //~ write-to-constant
  |     ^^^^ write here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): t = table
  = help: constant memory is set by the host before the launch
*/
