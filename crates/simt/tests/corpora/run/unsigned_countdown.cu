// buffer: out u32[4] = 0
// launch: k<<<1, 4>>>(out)
// expect: out[i] = sum(0, i + 2, j)
__global__ void k(unsigned* out) {
    unsigned sum = 0;
    for (size_t i = threadIdx.x + 2; i-- > 0;) sum += i;
    out[threadIdx.x] = sum;
}
