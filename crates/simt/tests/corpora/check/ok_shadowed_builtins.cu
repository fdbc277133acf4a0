__device__ float max(float a, float b, float c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }
__device__ float atomicMax(float* p, float v) {
    int* bits = (int*)p;
    int old = *bits, seen;
    do {
        seen = old;
        if (__int_as_float(seen) >= v) break;
        old = atomicCAS(bits, seen, __float_as_int(v));
    } while (old != seen);
    return __int_as_float(old);
}
__global__ void k(float* x, int* y) {
    dim3 blockDim(1, 2, 3);
    int threadIdx = 4;
    x[0] = max(1.0f, 2.0f, 3.0f) + max(1, 2) + blockDim.y + threadIdx;
    atomicMax(x, 2.0f);
    atomicMax(y, 3);
}
