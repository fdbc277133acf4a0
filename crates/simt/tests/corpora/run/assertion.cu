// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
// outcome: trapped
__global__ void k(int* out) {
    assert(threadIdx.x < 3);
    out[threadIdx.x] = 1;
}
