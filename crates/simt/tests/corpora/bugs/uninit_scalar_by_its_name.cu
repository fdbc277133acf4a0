// A number whose address is taken is called by its name.
// buffer: o f32[1] = 0
// launch: k<<<1, 1>>>(o)
__device__ void add(float *to, float by) { *to += by; }
__global__ void k(float *o) {
    __shared__ float sum;
    add(&sum, 1.0f);
    *o = sum; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `sum`, which was never written
 --> uninit_scalar_by_its_name.cu:4:44
  |
4 | __device__ void add(float *to, float by) { *to += by; }
  |                                            ^^^ 1. read here
...
8 |     *o = sum; //~ uninitialised
  |     -- 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): to = sum, by = 1.0
  = called: 1. by `k` at uninit_scalar_by_its_name.cu:7:5
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = help: shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?
*/
