// What nothing depends on is not counted: a loop whose sum nobody wants, an array that nobody reads, and what leads there.
// buffer: a f32[64] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(a, out, 10)
// expect: out[i] = i
// counter: a.loads.requests = 1
// counter: a.loads.unique_bytes = 128
// counter: local.stores = 0
// counter: flops = 0
// counter: class.branches = 1
__global__ void k(const float* a, float* out, int n) {
    int t = threadIdx.x;
    float s = 0, unread[4];
    for (int k = 0; k < n; ++k) {
        s += a[t + k];
        if (s > 3) s *= 2;
    }
    unread[t & 3] = s;
    out[t] = a[t];
}
