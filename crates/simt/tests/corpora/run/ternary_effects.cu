// Only the chosen side happens; `&&` and `||` stop as soon as they may.
// buffer: out i32[32] = 0
// buffer: count i32[4] = 0
// launch: k<<<1, 32>>>(out, count)
// expect: out[i] = i < 8 ? 1 : 2
// expect: count = 8; 24; 8; 24
__global__ void k(int* out, int* count) {
    int t = threadIdx.x;
    out[t] = t < 8 ? (atomicAdd(&count[0], 1), 1) : (atomicAdd(&count[1], 1), 2);
    if (t < 8 && atomicAdd(&count[2], 1) >= 0) out[t] += 0;
    bool b = t < 8 || atomicAdd(&count[3], 1) >= 0;
    if (!b) out[t] = 99;
}
