// buffer: out i32[4] = 5
// launch: k<<<1, 4>>>(null, out)
// expect: out[i] = 0
__global__ void k(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x]; //~ null-pointer
}
