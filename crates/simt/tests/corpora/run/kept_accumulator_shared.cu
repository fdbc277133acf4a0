// The same where the two pointers may point at one thing: every turn must write, but what it wrote it need not read. What was written just before the loop, neither.
// buffer: a f32[320] = 1
// buffer: out f32[32] = 5
// launch: k<<<1, 32>>>(a, out, 10)
// expect: out[i] = 11
// counter: out.stores.requests = 11
// counter: a.loads.requests = 10
__global__ void k(const float* a, float* out, int n) {
    int t = threadIdx.x;
    out[t] = 1;
    for (int k = 0; k < n; ++k) out[t] += a[k * 32 + t];
}
