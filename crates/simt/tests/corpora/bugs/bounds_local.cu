// One past a local array.
// buffer: out i32[1] = 0
// launch: k<<<1, 1>>>(out, 4)
__global__ void k(int* out, int n) {
    int v[4];
    for (int i = 0; i <= n; i++) v[i] = i; //~ out-of-bounds
    out[0] = v[n - 1];
}
/*~
error[F0101]: out-of-bounds local write of 4 bytes: `v` has 4 elements; index 4 is 1 past the end
 --> bounds_local.cu:6:34
  |
6 |     for (int i = 0; i <= n; i++) v[i] = i; //~ out-of-bounds
  |                                  ^^^^ write here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): n = 4, i = 4
  = help: the array has the size that its declaration says: keep the index below it, or make the array larger
*/
