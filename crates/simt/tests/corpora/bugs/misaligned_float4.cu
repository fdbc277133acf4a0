// A vector at every element is not aligned.
// buffer: in f32[64] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 8>>>(in, out)
__global__ void k(const float* in, float* out) {
    float4 v = *(const float4*)(in + threadIdx.x); //~ misaligned
    out[threadIdx.x] = v.x;
}
/*~
error[F0104]: misaligned global read of 16 bytes: the address in `in` is 4 bytes past a multiple of 16
 --> misaligned_float4.cu:6:16
  |
6 |     float4 v = *(const float4*)(in + threadIdx.x); //~ misaligned
  |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ read here
  |
  = thread: (1, 0, 0) of block (0, 0, 0)
  = note: it happened 6 times
  = help: a vector access needs an address that is a multiple of the vector's size: `float4` of 16 bytes
*/
