// A source lane that has ended gives nothing to read.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    if (t < 16) {
        out[t] = __shfl_sync(0xffffffff, t, 20) * 0; //~ bad-lane
    }
}
