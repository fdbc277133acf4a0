// The input was never filled: the copy carries nothing.
// buffer: in f32[64] = uninit
// buffer: out f32[64] = 0
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
    out[threadIdx.x] = in[63 - threadIdx.x]; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `in[63]`, which was never written
 --> uninit_global_forgotten_copy.cu:6:24
  |
6 |     out[threadIdx.x] = in[63 - threadIdx.x]; //~ uninitialised
  |                        ^^^^^^^^^^^^^^^^^^^^ 1. read here
  |     ---------------- 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (0, 0, 0)
  = note: it happened 64 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
*/
