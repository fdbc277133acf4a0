// What changes in neither of two loops is loaded before both; a chain of loads, too. Arithmetic goes with it.
// buffer: at i32[64] = 63 - i
// buffer: a f32[64] = i
// buffer: out f32[64] = 0
// launch: k<<<2, 32>>>(at, a, out, 4, 5)
// expect: out[i] = 2 * (63 - i)
// counter: at.loads.requests = 2
// counter: a.loads.requests = 2
// counter: flops = 64
__global__ void k(const int* at, const float* a, float* out, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < m; ++j) s = fmaxf(s, a[at[i]] * 2.0f);
    out[i] = s;
}
