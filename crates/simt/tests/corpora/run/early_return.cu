// buffer: out i32[32] = -1
// launch: k<<<1, 32>>>(out, 20)
// expect: out[i] = i >= 20 ? -1 : i % 2 == 0 ? 2 * i : i > 10 ? 0 : 3 * i
__device__ int pick(int t) {
    if (t % 2 == 0) return 2 * t;
    for (int i = 0; i < 100; i++) {
        if (i > 10) return 3 * t;
        if (t > 10) break;
    }
    return 0;
}
__global__ void k(int* out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    out[t] = pick(t);
}
