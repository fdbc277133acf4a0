// buffer: out i32[31] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i
__global__ void k(int* out) {
    out[threadIdx.x] = threadIdx.x; //~ out-of-bounds
}
