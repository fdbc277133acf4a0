// An index that only a run knows keeps an array in memory.
// buffer: a f32[64] = i
// buffer: out f32[16] = 0
// launch: k<<<1, 16>>>(a, out, 2)
// expect: out[i] = 4 * i + 2
// counter: local.loads = 1
// counter: local.stores = 4
__global__ void k(const float* a, float* out, int n) {
    float x[4];
    for (int i = 0; i < 4; ++i) x[i] = a[threadIdx.x * 4 + i];
    out[threadIdx.x] = x[(n + blockIdx.x) & 3];
}
