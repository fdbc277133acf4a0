// buffer: in f32[128] = i
// buffer: out f32[128] = uninit
// launch: k<<<1, 32>>>(in, out)
// expect: out[i] = i % 4 == 3 ? i + 10 : 2 * i
// counter: in.loads.requests = 1
// counter: in.loads.sectors = 16
// counter: out.stores.requests = 1
__global__ void k(const float* in, float* out) {
    float4 v = reinterpret_cast<const float4*>(in)[threadIdx.x];
    v.x *= 2;
    v.y += v.y;
    v.z = 2 * v.z;
    v.w = v.w + 10;
    reinterpret_cast<float4*>(out)[threadIdx.x] = v;
}
