// The output is added to, and was never cleared.
// buffer: in f32[32] = i
// buffer: out f32[32] = uninit
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const float* in, float* out) {
    out[threadIdx.x] += in[threadIdx.x]; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `out[0]`, which was never written
 --> uninit_global_accumulate.cu:6:5
  |
6 |     out[threadIdx.x] += in[threadIdx.x]; //~ uninitialised
  |     ^^^^^^^^^^^^^^^^ 1. read here
  |     ---------------- 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
