// A compiler asks once: two uses of one address, with nothing stored in between.
// buffer: in f32[32] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out)
// expect: out[i] = i * i + 2 * i
// counter: in.loads.requests = 1
// counter: in.loads.sectors = 4
__global__ void k(const float* in, float* out) {
    int t = threadIdx.x;
    float square = in[t] * in[t];
    float twice = in[t] + in[t];
    out[t] = square + twice;
}
