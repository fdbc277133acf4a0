__device__ void bump(float& x, const int& by) { x += by; }
__device__ float& pick(float* p, int i) { return p[i]; }
__global__ void k(float* out) {
    float a = 1.0f;
    bump(a, 3);
    bump(out[1], threadIdx.x);
    float& slot = out[threadIdx.x];
    slot = a;
    auto& same = slot;
    same += 1.0f;
    const auto n = 5;
    auto* p = out + n;
    *p = 2.0f;
    pick(out, 3) = 4.0f;
}
