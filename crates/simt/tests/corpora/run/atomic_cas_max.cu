// A float maximum built from compare-and-swap, the loop that every lane leaves at its own time.
// buffer: in f32[64] = (i * 37) % 64 - 20.5
// buffer: best f32[1] = -1000
// launch: k<<<1, 64>>>(in, best)
// expect: best = 42.5
__device__ void atomic_max(float* at, float value) {
    int* raw = (int*)at;
    int old = *raw, seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= value) break;
        old = atomicCAS(raw, seen, __float_as_int(value));
    } while (old != seen);
}
__global__ void k(const float* in, float* best) { atomic_max(best, in[threadIdx.x]); }
