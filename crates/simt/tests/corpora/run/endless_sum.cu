// buffer: x i32[32] = 1
// buffer: out i32[32] = 0
// launch: k<<<2, 256>>>(x, out, 300)
// outcome: endless
// expect: out = 0
__global__ void k(const int *x, int *out, int n) {
    int i = threadIdx.x, s = 0;
    for (int step = n; i < n; i += step / n - 1) s += x[i % 32]; // the step is 0
    out[threadIdx.x % 32] = s;
}
