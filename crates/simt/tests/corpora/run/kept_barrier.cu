// Past a barrier another thread may have written what is read again, unless nobody can: `const __restrict__`, `__constant__`.
// buffer: a f32[32] = 1
// buffer: b f32[32] = 2
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(a, b, out, 10)
// expect: out[i] = 60
// counter: a.loads.requests = 10
// counter: b.loads.requests = 1
__constant__ float three[2] = {3, 3};
__global__ void k(const float* a, const float* __restrict__ b, float* out, int n) {
    int t = threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; ++k) {
        s += a[t] + b[t] + three[0];
        __syncthreads();
    }
    out[t] = s;
}
