// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
__global__ void k(int* out) {
    int t = threadIdx.x;
    out[t] = 12 / t; //~ division-by-zero
}
