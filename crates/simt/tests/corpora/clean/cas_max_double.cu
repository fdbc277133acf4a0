// A maximum of doubles by compare-and-swap on 64 bits.
// buffer: best f64[1] = -1
// launch: k<<<4, 64>>>(best)
// expect: best = 255
__global__ void k(double* best) {
    double v = blockIdx.x * 64 + threadIdx.x;
    unsigned long long* cell = (unsigned long long*)best;
    unsigned long long old = *cell;
    while (__longlong_as_double(old) < v) {
        unsigned long long seen = old;
        old = atomicCAS(cell, seen, __double_as_longlong(v));
        if (old == seen) break;
    }
}
