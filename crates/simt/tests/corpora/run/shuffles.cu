// buffer: out i32[160] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 32 ? (i < 28 ? i + 4 : i) : i < 64 ? (i - 32 >= 4 ? i - 36 : i - 32) : i < 96 ? ((i - 64) ^ 5) : i < 128 ? 3 : ((i - 128) / 8 * 8 + 2)
// counter: shuffles = 5
__global__ void k(int* out) {
    int t = threadIdx.x;
    out[t] = __shfl_down_sync(0xffffffff, t, 4);
    out[32 + t] = __shfl_up_sync(0xffffffff, t, 4);
    out[64 + t] = __shfl_xor_sync(0xffffffff, t, 5);
    out[96 + t] = __shfl_sync(0xffffffff, t, 3);
    out[128 + t] = __shfl_sync(0xffffffff, t, 2, 8);
}
