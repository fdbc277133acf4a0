// What decides whether a store is made is wanted, and so is what a later turn of a loop reads.
// buffer: a f32[64] = i
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(a, out, 10)
// expect: out[i] = i + 9
// counter: a.loads.requests = 10
// counter: out.stores.requests = 1
__global__ void k(const float* a, float* out, int n) {
    int t = threadIdx.x;
    float last = 0, before = 0;
    bool found = false;
    for (int k = 0; k < n; ++k) {
        before = last;
        last = a[t + k];
        if (before + last > 0) found = true;
    }
    if (found) out[t] = last;
}
