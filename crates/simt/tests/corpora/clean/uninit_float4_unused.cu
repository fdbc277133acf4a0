// A vector load over an unset component that nobody uses.
// buffer: a f32[128] = uninit
// buffer: out f32[32] = 0
// launch: set<<<1, 32>>>(a)
// launch: len<<<1, 32>>>(a, out)
// expect: out[i] = 3
__global__ void set(float* a) {
    for (int c = 0; c < 3; c++) a[4 * threadIdx.x + c] = c;
}
__global__ void len(const float4* a, float* out) {
    float4 v = a[threadIdx.x];
    out[threadIdx.x] = v.x + v.y + v.z;
}
