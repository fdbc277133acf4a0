// buffer: in f32[132] = i
// buffer: out f32[128] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const float* in, float* out) {
    float4 v = *reinterpret_cast<const float4*>(in + 1 + 4 * threadIdx.x); //~ misaligned
    out[threadIdx.x] = v.x * 0;
}
