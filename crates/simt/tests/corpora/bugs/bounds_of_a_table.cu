// An index that does not depend on the thread: a guard by the thread's number would not help.
// buffer: table u8[8] = 1
// buffer: out u8[256] = 0
// launch: k<<<8, 32>>>(table, out)
__global__ void k(const unsigned char* table, unsigned char* out) {
    unsigned char sum = 0;
    for (int i = 0; i < 16; i++) sum += table[i]; //~ out-of-bounds
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
/*~
error[F0101]: out-of-bounds global read of 1 byte: `table` has 8 elements; index 8 is 1 past the end
 --> bounds_of_a_table.cu:7:41
  |
7 |     for (int i = 0; i < 16; i++) sum += table[i]; //~ out-of-bounds
  |                                         ^^^^^^^^ read here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): sum = 8, i = 8
  = note: it happened 2048 times
  = help: the guard `i < 16` lets this index through: see what it is compared with, and how the index is made; there are 8 elements
*/
