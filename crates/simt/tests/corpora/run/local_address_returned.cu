// buffer: x i32[4] = 3 * i + 1
// buffer: out i32[2] = uninit
// launch: k<<<1, 1>>>(x, out)
// expect: out[i] = 4 * i + 3
// The address of a local variable, returned and kept: the variable needs an address, although its function ends there.
__device__ const int *largest(const int *x, int n) {
    int best = x[0];
    for (int i = 1; i < n; ++i)
        best = max(best, x[i]);
    return &best;
}

__device__ int &same(int &x) {
    return x;
}

__global__ void k(const int *x, int *out) {
    const int *p = largest(x, 4);
    bool there = p != nullptr;
    int y = 2;
    same(y) += there;
    out[0] = y;
    out[1] = y + 4;
}
