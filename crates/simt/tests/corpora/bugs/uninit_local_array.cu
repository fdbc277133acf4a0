// The last element of a local array is not set.
// buffer: out i32[1] = 0
// launch: k<<<1, 1>>>(out, 4)
__global__ void k(int* out, int n) {
    int v[4];
    for (int i = 0; i < n - 1; i++) v[i] = i;
    int sum = 0;
    for (int i = 0; i < n; i++) sum += v[i]; //~ uninitialised
    out[0] = sum;
}
/*~
error[F0105]: what is stored depends on `v[3]`, which was never written
 --> uninit_local_array.cu:8:40
  |
8 |     for (int i = 0; i < n; i++) sum += v[i]; //~ uninitialised
  |                                        ^^^^ 1. read here
9 |     out[0] = sum;
  |     ------ 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): n = 4, sum = 3, i = 3
  = thread: 2. (0, 0, 0) of block (0, 0, 0): sum = -842150448
  = help: give the variable a value where it is declared
*/
