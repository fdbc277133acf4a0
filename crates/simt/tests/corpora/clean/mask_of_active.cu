// The mask is computed before the branch.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out, 20)
// expect: out[i] = i < 20 ? 19 : 0
__global__ void k(int* out, int n) {
    int t = threadIdx.x;
    unsigned int mask = __ballot_sync(0xffffffff, t < n);
    if (t < n) out[t] = __reduce_max_sync(mask, t);
}
