// An array whose every index is a constant once loops are unrolled is in registers, though some paths leave parts of it unwritten.
// buffer: a f32[64] = i
// buffer: out f32[64] = 0
// launch: k<<<1, 16>>>(a, out, 62)
// expect: out[i] = i * (i < 62)
// counter: local.loads = 0
// counter: local.stores = 0
// counter: a.loads.requests = 4
__device__ void fetch(const float* a, float* x, int n) {
    for (int i = 0; i < 4; ++i)
        if (threadIdx.x * 4 + i < n) x[i] = a[threadIdx.x * 4 + i];
}
__global__ void k(const float* a, float* out, int n) {
    float x[4];
    fetch(a, x, n);
    int i = 0;
    while (i < 4) {
        if (threadIdx.x * 4 + i < n) out[threadIdx.x * 4 + i] = x[i];
        i++;
    }
}
