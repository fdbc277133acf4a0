// A table of which one entry is missing becomes an address.
// buffer: a i32[8] = 1
// buffer: out i32[1] = 0
// launch: k<<<1, 1>>>(a, out)
__global__ void k(const int* a, int* out) {
    int order[3];
    order[0] = 2;
    order[2] = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += a[order[i] & 7]; //~ uninitialised
    out[0] = sum;
}
/*~
error[F0105]: an address depends on `order[1]`, which was never written
  --> uninit_local_pointer.cu:10:42
   |
10 |     for (int i = 0; i < 3; i++) sum += a[order[i] & 7]; //~ uninitialised
   |                                          ^^^^^^^^ 1. read here
   |                                        --------------- 2. becomes an address here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0): sum = 1, i = 1
   = thread: 2. (0, 0, 0) of block (0, 0, 0): sum = 1, i = 1
   = help: give the variable a value where it is declared
*/
