// buffer: out f64[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 31 ? 1.5 * (i + 1) : 1.5 * 31
// counter: shuffles = 2
__global__ void k(double* out) {
    double v = 1.5 * threadIdx.x;
    out[threadIdx.x] = __shfl_down_sync(0xffffffff, v, 1);
}
