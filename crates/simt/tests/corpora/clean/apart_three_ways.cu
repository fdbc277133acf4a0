// Three ways through a switch, each with its exchanges; then all meet again.
// buffer: out i32[32] = 0
// buffer: sums i32[32] = 0
// launch: k<<<1, 32>>>(out, sums)
// expect: out[i] = (i + 1) % 32 % 3 * 100 + (i + 1) % 32
// expect: sums[i] = 496
__global__ void k(int* out, int* sums) {
    int t = threadIdx.x, got = 0;
    switch (t % 3) {
    case 0:
        got = __shfl_sync(0xffffffff, t, (t + 1) % 32);
        break;
    case 1: {
        int mine = 100 + t;
        got = __shfl_sync(0xffffffff, mine, (t + 1) % 32);
        break;
    }
    default:
        got = __shfl_sync(0xffffffff, 200 + t, (t + 1) % 32);
    }
    out[t] = got;
    for (int d = 16; d > 0; d /= 2) t += __shfl_xor_sync(0xffffffff, t, d);
    sums[threadIdx.x] = t;
}
