// A load that is the same in all turns is counted once each time that a warp comes to the loop, however long its lanes stay, as nvcc has it before the loop.
// buffer: a f32[96] = 1
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(a, out, 3)
// expect: out[i] = 2 * (i + 1)
// counter: a.loads.requests = 2
// counter: a.loads.sectors = 8
// counter: a.loads.bytes_requested = 256
// counter: a.loads.unique_bytes = 256
// counter: class.loads = 2
__global__ void k(const float* a, float* out, int n) {
    int t = threadIdx.x;
    float s = 0;
    for (int r = 0; r < n; ++r) {
        if (r == 1) continue;
        for (int k = 0; k <= t; ++k) s += a[r * 32 + t];
    }
    out[t] = s;
}
