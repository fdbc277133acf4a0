// One side exchanges and returns; what the others execute after the branch is their side.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i ^ 16
__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t < 16) {
        out[t] = __shfl_xor_sync(0xffffffff, t, 16);
        return;
    }
    out[t] = __shfl_xor_sync(0xffffffff, t, 16);
}
