// buffer: out i32[1] = 0
// launch: k<<<1, 64>>>(out)
// outcome: endless
// expect: out = 0
__device__ __noinline__ int step(int i) { return i % 7 == 3 ? i : i + 1; }

__global__ void k(int *out) {
    int i = 0;
    while (i < 100) i = step(i);
    out[0] = i;
}
