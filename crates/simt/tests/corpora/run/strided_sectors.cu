// buffer: in f32[1024] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(in, out)
// expect: out[i] = 32 * i
// counter: in.loads.requests = 1
// counter: in.loads.sectors = 32
// counter: out.stores.sectors = 4
__global__ void k(const float* in, float* out) { out[threadIdx.x] = in[32 * threadIdx.x]; }
