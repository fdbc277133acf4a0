// The address of a local array is returned; the caller reads through it.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i + 1
__device__ int* digits(int n) {
    int d[4];
    for (int i = 0; i < 4; ++i) d[i] = n + i;
    return d;
}
__global__ void k(int* out) {
    int* d = digits(threadIdx.x);
    out[threadIdx.x] = d[1]; //~ dangling-local
}
/*~
error[F0108]: read of 4 bytes through a pointer to `d`, a local variable that is gone
  --> dangling_returned.cu:12:24
   |
12 |     out[threadIdx.x] = d[1]; //~ dangling-local
   |                        ^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0)
   = note: it happened 32 times
   = help: a variable lives until its block or function ends: return the value itself, or let the caller give the memory
*/
