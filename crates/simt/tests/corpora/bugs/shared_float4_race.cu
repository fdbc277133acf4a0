// A vector store over elements that others read one by one.
// buffer: out f32[256] = 0
// launch: k<<<1, 64>>>(out)
__global__ void k(float* out) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    s[t] = make_float4(1, 2, 3, 4);
    float* flat = (float*)s;
    for (int i = t; i < 256; i += 64) out[i] = flat[i] * 0; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `s[8].x`: thread (8, 0, 0) wrote 1.0, thread (32, 0, 0) read 1.0
 --> shared_float4_race.cu:7:5
  |
7 |     s[t] = make_float4(1, 2, 3, 4);
  |     ^^^^ 1. wrote 1.0
8 |     float* flat = (float*)s;
9 |     for (int i = t; i < 256; i += 64) out[i] = flat[i] * 0; //~ shared-race
  |                                                ------- 2. read 1.0
  |
  = thread: 1. (8, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0): t = 32, flat = s, i = 32
  = note: it happened 128 times
  = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
