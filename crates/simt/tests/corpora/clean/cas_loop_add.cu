// A sum of floats by compare-and-swap: the first read is plain, and checked by the swap.
// buffer: sum f32[1] = 0
// launch: k<<<4, 64>>>(sum)
// expect: sum = 256
__device__ void add(float* at, float v) {
    int* cell = (int*)at;
    int old = *cell, seen;
    do {
        seen = old;
        old = atomicCAS(cell, seen, __float_as_int(v + __int_as_float(seen)));
    } while (old != seen);
}
__global__ void k(float* sum) { add(sum, 1.0f); }
