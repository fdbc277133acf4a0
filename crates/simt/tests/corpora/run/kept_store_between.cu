// A store that may be to what is read keeps the load in the loop; one that cannot does not.
// buffer: a f32[32] = 1
// buffer: b f32[32] = 2
// buffer: out f32[320] = 0
// launch: k<<<1, 32>>>(a, b, out, 10)
// expect: out[i] = 3 + 2 * (31 - i % 32)
// counter: a.loads.requests = 10
// counter: b.loads.requests = 1
// counter: shared.loads.requests = 1
// counter: out.stores.requests = 10
__global__ void k(const float* a, const float* __restrict__ b, float* out, int n) {
    __shared__ float twice[32];
    int t = threadIdx.x;
    twice[t] = 2 * t;
    __syncthreads();
    for (int k = 0; k < n; ++k) out[k * 32 + t] = a[t] + b[t] + twice[31 - t];
}
