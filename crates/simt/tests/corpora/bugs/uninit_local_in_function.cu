// A function reads the element that its caller left out.
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out)
__device__ float dot(const float* a, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += a[i]; //~ uninitialised
    return s;
}
__global__ void k(float* out) {
    float v[3];
    v[0] = threadIdx.x;
    v[2] = 1;
    out[threadIdx.x] = dot(v, 3);
}
/*~
error[F0105]: what is stored depends on `v[1]`, which was never written
  --> uninit_local_in_function.cu:6:38
   |
 6 |     for (int i = 0; i < n; i++) s += a[i]; //~ uninitialised
   |                                      ^^^^ 1. read here
...
13 |     out[threadIdx.x] = dot(v, 3);
   |     ---------------- 2. stored here
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0): a = v, n = 3, s = 0.0, i = 1
   = called: 1. by `k` at uninit_local_in_function.cu:13:24
   = thread: 2. (0, 0, 0) of block (0, 0, 0)
   = note: it happened 32 times
   = help: give the variable a value where it is declared
*/
