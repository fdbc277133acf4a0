// What nobody wrote goes through shuffles in both sides of a branch to lanes that do not use it.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 16 ? 16 + i : 0
__global__ void k(int* out) {
    __shared__ int s[16];
    int t = threadIdx.x, got;
    if (t < 16) {
        int nothing = s[t];
        got = __shfl_xor_sync(0xffffffff, nothing, 16);
    } else {
        got = __shfl_xor_sync(0xffffffff, t, 16);
    }
    if (t < 16) out[t] = got;
}
