// buffer: in i32[32] = i
// buffer: out i32[32] = 5
// launch: k<<<1, 32>>>(in, out)
// expect: out[i] = i == 0 ? 0 : i - 1
__global__ void k(const int* in, int* out) {
    int t = threadIdx.x;
    out[t] = in[t - 1]; //~ out-of-bounds
}
