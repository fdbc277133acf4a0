// Exchanges in device functions, called from both sides of a branch, from a loop, and by way of pointers; with variables in local memory.
// buffer: out i32[32] = 0
// buffer: more i32[32] = 0
// buffer: deep i32[32] = 0
// launch: k<<<1, 32>>>(out, more, deep)
// expect: out[i] = i < 16 ? 10 * (i + 16) + 1 : 10 * (i - 16)
// expect: more[i] = i % 2 == 0 ? i + 1 : 5 * (i - 1)
// expect: deep[i] = 3 * (31 - i) + i
__device__ __noinline__ int swap(int v) { return __shfl_xor_sync(0xffffffff, v, 16); }
__device__ __noinline__ int keep(int v, int lane) {
    int room[4];
    for (int i = 0; i < 4; ++i) room[i] = v + i;
    int got = __shfl_xor_sync(0xffffffff, v, 1);
    return got + room[lane % 4] - v - lane % 4;
}
__device__ int even(int v) { return keep(5 * v, v); }
__device__ int odd(int v) { return keep(v, v + 1); }
__device__ int down(int n, int t) {
    if (n > 0) return down(n - 1, t) + 1;
    if (t < 8) {
        int at = t;
        return __shfl_sync(0xffffffff, 3 * at, 31 - t);
    }
    return __shfl_sync(0xffffffff, 3 * t, 31 - t);
}
__global__ void k(int* out, int* more, int* deep) {
    int t = threadIdx.x;
    if (t < 16) out[t] = swap(10 * t);
    else out[t] = swap(10 * t + 1);
    int (*f)(int) = t % 2 == 0 ? even : odd;
    more[t] = f(t);
    deep[t] = down(t, t);
}
