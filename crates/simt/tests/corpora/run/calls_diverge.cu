// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
// expect: out[i] = i % 3 == 0 ? i + 1 : (i % 3 == 1 ? 2 * i : (i % 2 == 0 ? 1 : 7))
// A pointer that leads each lane to a function of its own; one of them has branches and calls on.
typedef int (*Step)(int);
__device__ int next(int x) { return x + 1; }
__device__ int twice(int x) { return 2 * x; }
__device__ int one(int) { return 1; }
__device__ int mixed(int x) {
    Step f = one;
    if (x % 2) return 7;
    return f(x);
}
__device__ Step steps[3] = {next, twice, mixed};
__global__ void k(int *out) {
    int t = threadIdx.x, r = 0;
    for (int i = 0; i < 2; i++) {
        r = steps[t % 3](t);
        __syncwarp();
    }
    out[t] = r;
}
