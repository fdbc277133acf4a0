// The block that declares the array has ended when the pointer to it is used.
// buffer: out i32[2] = 0
// launch: k<<<1, 2>>>(out, 1)
// expect: out[i] = 5 + i
__global__ void k(int* out, int small) {
    const int* table = nullptr;
    if (small) {
        int few[2] = {5, 6};
        table = few;
    }
    out[threadIdx.x] = table[threadIdx.x]; //~ dangling-local
}
/*~
error[F0108]: read of 4 bytes through a pointer to `few`, a local variable that is gone
  --> dangling_after_block.cu:11:24
   |
11 |     out[threadIdx.x] = table[threadIdx.x]; //~ dangling-local
   |                        ^^^^^^^^^^^^^^^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): table = few
   = note: it happened 2 times
   = help: a variable lives until its block or function ends: return the value itself, or let the caller give the memory
*/
