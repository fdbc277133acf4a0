// A sum in memory: nobody else touches its place, so it is read before the loop and written after it.
// buffer: a f32[320] = 1
// buffer: out f32[32] = 5
// launch: k<<<1, 32>>>(a, out, 10)
// expect: out[i] = 15
// counter: out.loads.requests = 1
// counter: out.stores.requests = 1
// counter: out.stores.bytes_requested = 128
// counter: a.loads.requests = 10
// counter: class.stores = 1
__global__ void k(const float* __restrict__ a, float* __restrict__ out, int n) {
    int t = threadIdx.x;
    for (int k = 0; k < n; ++k) out[t] += a[k * 32 + t];
}
