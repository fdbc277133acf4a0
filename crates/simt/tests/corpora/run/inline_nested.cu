// Functions in functions, each leaving early in its own lanes.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 5 ? 100 : i % 3 == 0 ? 1 : i % 3 == 1 ? i + 1 : i + 1002
__device__ int inner(int v) {
    if (v % 3 == 0) return 0;
    if (v % 3 == 1) return v;
    for (;;) {
        v += 100;
        if (v > 900) break;
    }
    return v % 100 + 1001;
}
__device__ int outer(int v) {
    if (v < 5) return 100;
    int got = inner(v);
    return got + 1;
}
__global__ void k(int* out) { out[threadIdx.x] = outer(threadIdx.x); }
