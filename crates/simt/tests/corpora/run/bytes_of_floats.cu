// buffer: in f32[4] = 1; 2; -1; 0.5
// buffer: out u32[16] = 0
// launch: k<<<1, 16>>>(in, out)
// expect: out = 0; 0; 128; 63; 0; 0; 0; 64; 0; 0; 128; 191; 0; 0; 0; 63
__global__ void k(const float* in, unsigned* out) {
    const unsigned char* bytes = reinterpret_cast<const unsigned char*>(in);
    out[threadIdx.x] = bytes[threadIdx.x];
}
